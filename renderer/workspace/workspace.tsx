import { type ComponentType, type FunctionComponent, useCallback, useEffect, useMemo, useRef } from 'react';
import {
  type DockviewApi,
  DockviewReact,
  type DockviewReadyEvent,
  type DockviewTheme,
  type IDockviewPanelProps,
  type SerializedDockview,
} from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { assertDefined } from '../../shared/result.ts';
import { Note } from '../ui/panel.tsx';
import { buildStandardLayout, fitStandardLayout, panelBounds } from './default-layouts.ts';
import { type Dock, DockContext, DockedPanel, DockTab, GroupTools, useToolSlots } from './dock-parts.tsx';
import { afterFirstSight, beginFirstSight, endFirstSight } from './first-sight.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { keepLayout, useShown, useWorkspaces, workspaceStore } from '../stores/workspace-store.ts';
import './workspace.css';

/** A layout is kept once nothing has moved for this long. */
const KEEP_AFTER_MS = 400;

const THEME: DockviewTheme = { name: 'strikedesk', className: 'dock-theme', gap: 1, dndPanelOverlay: 'group' };

/** The workspaces that were shown so far: those behind keep what was typed in them. */
export function WorkspaceArea({ panels, components }: Pick<DockProps, 'panels' | 'components'>) {
  const workspaces = useWorkspaces((state) => state.workspaces);
  const resets = useWorkspaces((state) => state.resets);
  const opened = useRef(new Set<string>());
  if (workspaces === null) return <Note isBusy title="Opening the session…" />;
  opened.current.add(workspaces.active);
  return workspaces.items
    .filter(({ id }) => opened.current.has(id))
    .map(({ id, name }) => (
      <WorkspaceDock
        key={`${id} ${resets}`}
        id={id}
        name={name}
        panels={panels}
        components={components}
        isInFront={id === workspaces.active}
      />
    ));
}

interface DockProps {
  readonly id: string;
  readonly name: string;
  readonly panels: readonly PanelDefinition[];
  /** What draws each, by its id. */
  readonly components: ReadonlyMap<string, ComponentType>;
  readonly isInFront: boolean;
}

function WorkspaceDock({ id, name, panels, components, isInFront }: DockProps) {
  const slots = useToolSlots();
  const element = useRef<HTMLElement | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const dock = useMemo((): Dock => ({ id, panels, isInFront, ...slots }), [id, panels, isInFront, slots]);
  const docked = useMemo(
    () => Object.fromEntries(panels.map((panel) => [panel.id, dockedComponent(panel, components.get(panel.id))])),
    [panels, components],
  );
  const onReady = useCallback(
    ({ api }: DockviewReadyEvent) => {
      const addBehind = openLayout(api, id, panels, element.current);
      const isFirst = ({ id: panelId }: { readonly id: string }): boolean =>
        panels.find((panel) => panel.id === panelId)?.comesFirst === true;
      if (api.panels.some((panel) => panel.api.isVisible && isFirst(panel))) beginFirstSight();
      else endFirstSight();
      stop.current = keepChanges(api, id, element.current);
      registerDock(id, api);
      afterFirstSight(() => {
        if (dockOf(id) === api) addBehind();
      });
    },
    [id, panels],
  );
  useEffect(
    () => () => {
      stop.current();
      registerDock(id, null);
    },
    [id],
  );
  return (
    <main ref={element} className="workspace" aria-label={name} hidden={!isInFront} data-in-front={isInFront}>
      <DockContext value={dock}>
        <DockviewReact
          theme={THEME}
          components={docked}
          defaultTabComponent={DockTab}
          rightHeaderActionsComponent={GroupTools}
          disableFloatingGroups={false}
          onReady={onReady}
        />
      </DockContext>
    </main>
  );
}

function dockedComponent(
  { id, staysMade, comesFirst }: PanelDefinition,
  component: ComponentType | undefined,
): FunctionComponent<IDockviewPanelProps> {
  const Content = assertDefined(component, `every panel is drawn by something, ${id} too`);
  return function Docked({ api }) {
    const shown = useShown();
    return (
      <DockedPanel api={api} comesFirst={comesFirst}>
        <Content key={staysMade === true ? '' : shown} />
      </DockedPanel>
    );
  };
}

/** Arranges a dock out of sight: each panel that joins would be measured, and with it all that is there already. */
function withoutMeasuring<T>(api: DockviewApi, element: HTMLElement | null, arrange: () => T): T {
  const { width, height } = api;
  element?.style.setProperty('display', 'none');
  try {
    return arrange();
  } finally {
    element?.style.removeProperty('display');
    api.layout(width, height, true);
  }
}

/**
 * Opens what was kept; a layout that can't be read, or names panels that are gone, gives way to the standard one. Gives
 * back what adds the panels that a first sight does without.
 */
function openLayout(
  api: DockviewApi,
  id: string,
  panels: readonly PanelDefinition[],
  element: HTMLElement | null,
): () => void {
  const kept = workspaceStore.getState().workspaces?.items.find((item) => item.id === id);
  const layout = kept?.layout ?? null;
  if (layout !== null) {
    try {
      const parsed = JSON.parse(layout) as SerializedDockview;
      const known = new Set(panels.map((panel) => panel.id));
      const isKnown = Object.values(parsed.panels).every((panel) => known.has(panel.contentComponent ?? ''));
      if (isKnown) {
        for (const [panelId, panel] of Object.entries(parsed.panels)) {
          const definition = panels.find(({ id: each }) => each === panelId);
          if (definition !== undefined) Object.assign(panel, panelBounds(definition));
        }
        // In sight: where a floating panel may stand is measured.
        api.fromJSON(parsed);
        if (api.totalPanels > 0) return () => undefined;
      }
    } catch {
      // What could be built of it goes.
    }
    api.clear();
  }
  return withoutMeasuring(api, element, () => buildStandardLayout(api, id, panels, kept?.panel));
}

/** What the trader drags to arrange panels. */
const HANDLES = '.dv-sash, .dv-tab, .dv-void-container, .dv-drop-target-container';

/** Keeps what the trader arranges. A workspace that nobody has touched stays the standard one, and fits its window. */
function keepChanges(api: DockviewApi, id: string, element: HTMLElement | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isStandard = (): boolean => !arranged.has(id) && !hasLayout(id);
  const onPointerDown = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(HANDLES) !== null) markArranged(id);
  };
  element?.addEventListener('pointerdown', onPointerDown, { capture: true });
  const resizing = new ResizeObserver(([entry]) => {
    if (entry !== undefined && isStandard()) fitStandardLayout(api, id, entry.contentRect.height);
  });
  if (element !== null) resizing.observe(element);
  const event = api.onDidLayoutChange(() => {
    if (isStandard()) return;
    clearTimeout(timer);
    timer = setTimeout(() => keepLayout(id, JSON.stringify(api.toJSON())), KEEP_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    arranged.delete(id);
    event.dispose();
    resizing.disconnect();
    element?.removeEventListener('pointerdown', onPointerDown, { capture: true });
  };
}

/** Workspaces that the trader has changed in this window. */
const arranged = new Set<string>();

/** Says that the trader changes a workspace, so that it is kept. */
export function markArranged(id: string): void {
  arranged.add(id);
}

function hasLayout(id: string): boolean {
  return workspaceStore.getState().workspaces?.items.find((item) => item.id === id)?.layout != null;
}

const docks = new Map<string, DockviewApi>();

function registerDock(id: string, api: DockviewApi | null): void {
  if (api === null) docks.delete(id);
  else docks.set(id, api);
}

/** The dock of a workspace that is open; undefined otherwise. */
export function dockOf(id: string): DockviewApi | undefined {
  return docks.get(id);
}
