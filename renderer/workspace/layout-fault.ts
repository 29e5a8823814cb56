import { z } from 'zod';
import { listNames, quote } from '../ui/words/name-list.ts';

/** A floating group that is smaller than this, in px either way, shows nothing that could be recognised. */
const LEAST_SEEN_PX = 60;

const groupSchema = z.looseObject({ views: z.array(z.string()), hideHeader: z.boolean().optional() });
const branchSchema = z.looseObject({ data: z.array(z.unknown()), visible: z.boolean().optional() });
const leafSchema = z.looseObject({ data: groupSchema, visible: z.boolean().optional() });
const nodeSchema = z.union([branchSchema, leafSchema]);
const gridSchema = z.looseObject({ root: nodeSchema });
/** From the edges that it is anchored to. */
const placeSchema = z.looseObject({
  left: z.number().optional(),
  right: z.number().optional(),
  top: z.number().optional(),
  bottom: z.number().optional(),
  width: z.number(),
  height: z.number(),
});
const floatingSchema = z.looseObject({
  data: groupSchema.optional(),
  grid: gridSchema.optional(),
  position: placeSchema,
});
const layoutSchema = z.looseObject({
  grid: gridSchema,
  panels: z.record(z.string(), z.looseObject({ id: z.string(), contentComponent: z.string() })),
  floatingGroups: z.array(floatingSchema).optional(),
  // Windows and edges of the docking library's own are never opened, whatever a layout asks for.
  popoutGroups: z.array(z.unknown()).max(0).optional(),
  edgeGroups: z.looseObject({}).optional(),
});

type Layout = z.infer<typeof layoutSchema>;

interface Stood {
  readonly views: readonly string[];
  readonly isSeen: boolean;
}

/**
 * What is wrong with a layout, as the rest of a sentence; null: nothing. A panel is in exactly one visible group: a hidden
 * ticket would take keys and clicks.
 */
export function findLayoutFault(layout: unknown, isKnown: (component: string) => boolean): string | null {
  const parsed = layoutSchema.safeParse(layout);
  if (!parsed.success || Object.keys(parsed.data.edgeGroups ?? {}).length > 0) return 'it is no arrangement of panels';
  const groups = readGroups(parsed.data);
  if (groups === null) return 'it is no arrangement of panels';
  const { panels } = parsed.data;
  const views = groups.flatMap((group) => group.views);
  const entries = Object.entries(panels);
  const name = (ids: readonly string[]): string => listNames([...new Set(ids)].map(quote));
  const twice = views.filter((id, index) => views.indexOf(id) !== index);
  if (twice.length > 0) return `${name(twice)} ${twice.length === 1 ? 'stands' : 'stand'} in it more than once`;
  const strange = entries.filter(
    ([key, { id, contentComponent }]) =>
      id !== key || (id !== contentComponent && (isKnown(id) || isKnown(contentComponent))),
  );
  if (strange.length > 0) return `what it says of ${name(strange.map(([key]) => key))} is of another panel`;
  const unsaid = views.filter((id) => !Object.hasOwn(panels, id));
  if (unsaid.length > 0) return `it has a place for ${name(unsaid)} and says nothing of such a panel`;
  const homeless = entries.map(([key]) => key).filter((id) => !views.includes(id));
  if (homeless.length > 0) return `it has no place for ${name(homeless)}`;
  const unseen = groups.filter(({ isSeen }) => !isSeen).flatMap((group) => group.views);
  return unseen.length > 0 ? `${name(unseen)} would stand out of sight` : null;
}

function readGroups({ grid, floatingGroups = [] }: Layout): readonly Stood[] | null {
  const docked = readNode(grid.root, true);
  const floating = floatingGroups.map(({ data, grid: nested, position }) => {
    const isSeen = isPlaceSeen(position);
    if (nested !== undefined) return data === undefined ? readNode(nested.root, isSeen) : null;
    return data === undefined ? null : [readGroup(data, isSeen)];
  });
  return joinAll([docked, ...floating]);
}

function readNode(node: z.infer<typeof nodeSchema>, isAroundSeen: boolean): readonly Stood[] | null {
  const isSeen = isAroundSeen && node.visible !== false;
  if (!Array.isArray(node.data)) return [readGroup(node.data, isSeen)];
  return joinAll(
    node.data.map((child) => {
      const parsed = nodeSchema.safeParse(child);
      return parsed.success ? readNode(parsed.data, isSeen) : null;
    }),
  );
}

/** Without its tabs, only what is in front of a group can be seen. */
function readGroup({ views, hideHeader }: z.infer<typeof groupSchema>, isSeen: boolean): Stood {
  return { views, isSeen: isSeen && hideHeader !== true };
}

function isPlaceSeen({ left = 0, right = 0, top = 0, bottom = 0, width, height }: z.infer<typeof placeSchema>) {
  const isWithin = [left + width, right + width, top + height, bottom + height].every((end) => end > 0);
  return isWithin && Math.min(width, height) >= LEAST_SEEN_PX;
}

function joinAll(parts: readonly (readonly Stood[] | null)[]): readonly Stood[] | null {
  return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
}
