import type { JourneyStep } from '../../../shared/ipc/schemas/follow-schema.ts';
import { lookUp, showForeign } from '../../ui/order-words/foreign-text.ts';

const TITLES: Readonly<Record<string, string>> = {
  intent: 'Checked and recorded before anything was sent. The request:',
  request: 'Sent',
  reply: 'Answer to the order',
  look_up: 'Looked up at the service',
  outcome: 'Outcome',
  confirmed: 'Unlocked by hand after a look at this label’s orders',
  statement: 'Settled by hand: what the service shows',
  cancel: 'Asked to be cancelled',
};

/** A step of an order's way in words, and what the journal has of it, field by field. A kind that is not known is shown as it is. */
export function describeStep({ kind, detail }: Pick<JourneyStep, 'kind' | 'detail'>): {
  readonly title: string;
  readonly lines: readonly (readonly [name: string, value: string])[];
} {
  const title = lookUp(TITLES, kind) ?? showForeign(kind);
  return { title, lines: flatten('', parseJson(detail)).map(([name, value]) => [name, showForeign(value)]) };
}

function flatten(path: string, value: unknown): [string, string][] {
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
      flatten(path === '' ? key : `${path} ${key}`, inner),
    );
  }
  if (value === undefined || (path === '' && value === null)) return [];
  return [[path.replace(/^request /, ''), typeof value === 'string' ? value : JSON.stringify(value)]];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
