import { type ComponentType, type FunctionComponent, useCallback, useEffect, useMemo, useRef } from 'react';
import {
  type DockviewApi,
  DockviewReact,
  type DockviewReadyEvent,
  type DockviewTheme,
  type IDockviewPanelProps,
} from 'dockview-react';
import 'dockview-react/dist/styles/dockview.css';
import { assertDefined } from '../../shared/result.ts';
import { Note } from '../ui/panel.tsx';
import { buildStandardLayout, fitStandardLayout, panelBounds, takeForStandard } from './default-layouts.ts';
import { type Dock, DockContext, DockedPanel, DockTab, GroupTools, useToolSlots } from './dock-parts.tsx';
import {
  dockOf,
  forgetArranged,
  hasLayout,
  isArranged,
  isOfStandard,
  isUnarranged,
  isTouched,
  markArranged,
  markLooked,
  registerDock,
  tellParameters,
  writeLayout,
} from './docks.ts';
import { afterFirstSight, beginFirstSight, endFirstSight } from './first-sight.ts';
import { type KnownLayout, readKnownPanels, withBounds } from './known-layout.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { leftOutStore, noteLeftOut } from '../stores/workspace/left-out-store.ts';
import { useShown } from '../stores/preferences-store.ts';
import { keepLayout, useWorkspaces, workspaceStore } from '../stores/workspace/workspace-store.ts';
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
        key={`${id} ${resets.get(null) ?? 0} ${resets.get(id) ?? 0}`}
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
 * Opens what was kept, without panels that this version has not; a layout that can't be read gives way to the standard
 * one. What is left out is told. Gives back what adds the panels that a first sight does without.
 */
function openLayout(
  api: DockviewApi,
  id: string,
  panels: readonly PanelDefinition[],
  element: HTMLElement | null,
): () => void {
  const kept = workspaceStore.getState().workspaces?.items.find((item) => item.id === id);
  const { layout = null, name = '', panel, link } = kept ?? {};
  noteLeftOut(id, null);
  const isKnown = (wanted: string): boolean => panels.some((known) => known.id === wanted);
  if (layout !== null) {
    try {
      const { layout: known, leftOut } = readKept(layout, isKnown);
      if (leftOut.length > 0) noteLeftOut(id, { name, panels: leftOut });
      for (const [panelId, state] of Object.entries(known?.panels ?? {})) {
        const definition = panels.find(({ id: each }) => each === panelId);
        if (definition !== undefined && known !== null)
          known.panels[panelId] = withBounds(state, panelBounds(definition));
      }
      // In sight: where a floating panel may stand is measured.
      if (known !== null) api.fromJSON(known);
      tellParameters(api);
      if (isOfStandard(layout)) takeForStandard(api);
      if (api.totalPanels > 0) return () => undefined;
    } catch {
      // What could be built of it goes.
      noteLeftOut(id, { name, panels: [] });
    }
    api.clear();
  }
  const isGone = panel !== undefined && !isKnown(panel);
  if (isGone && layout === null) noteLeftOut(id, { name, panels: [panel] });
  const addBehind = withoutMeasuring(api, element, () =>
    buildStandardLayout(api, id, panels, {
      firstPanel: isGone ? undefined : panel,
      readWidth: () => areaOf(element)?.clientWidth ?? api.width,
    }),
  );
  if (link !== undefined) api.getPanel(panel ?? '')?.api.updateParameters({ link });
  return addBehind;
}

/** It throws where the text is no layout that could be opened. */
function readKept(layout: string, isKnown: (component: string) => boolean): KnownLayout {
  const known = readKnownPanels(JSON.parse(layout), isKnown);
  if (!known.ok) throw new Error(known.error);
  return known.value;
}

/** What the trader drags to arrange panels; a tab is pressed to look at its panel, too. */
const HANDLES = '.dv-sash, .dv-void-container, .dv-drop-target-container, .dv-default-tab-action';
const TAB = '.dv-tab';

/** What a dock may fill of the window. */
function areaOf(element: HTMLElement | null): HTMLElement | null {
  return element?.parentElement ?? null;
}

/** Narrower than its panels let it be, a dock is scrolled: none is cut off. */
function keepWhole(api: DockviewApi, element: HTMLElement | null): void {
  element?.style.setProperty('min-width', `${api.minimumWidth}px`);
}

/** Keeps what the trader arranges. A workspace that nobody has touched stays the standard one, and fits its window. */
function keepChanges(api: DockviewApi, id: string, element: HTMLElement | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // What this version left out stays kept, until the trader arranges the rest.
  const isAsKept = (): boolean =>
    leftOutStore.getState()[id] === undefined ? !isTouched(id) && !hasLayout(id) : !isArranged(id);
  const onPointerDown = ({ target }: Event): void => {
    if (!(target instanceof Element)) return;
    if (target.closest(HANDLES) !== null) markArranged(id);
    else if (target.closest(TAB) !== null) markLooked(id);
  };
  element?.addEventListener('pointerdown', onPointerDown, { capture: true });
  const area = areaOf(element);
  const resizing = new ResizeObserver(([entry]) => {
    if (entry === undefined || !isUnarranged(id)) return;
    const { width, height } = entry.contentRect;
    // One that is behind another workspace has no size.
    if (width === 0 || height === 0) return;
    // Before the dock itself hears of it: that would give every panel its share of the change.
    api.layout(Math.max(width, api.minimumWidth), height);
    fitStandardLayout(api, id, { width, height });
  });
  if (area !== null) resizing.observe(area);
  const dragging = api.onWillDragPanel(() => markArranged(id));
  const event = api.onDidLayoutChange(() => {
    keepWhole(api, element);
    if (isAsKept()) return;
    clearTimeout(timer);
    timer = setTimeout(() => keepLayout(id, writeLayout(id, api)), KEEP_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    forgetArranged(id);
    dragging.dispose();
    event.dispose();
    resizing.disconnect();
    element?.removeEventListener('pointerdown', onPointerDown, { capture: true });
  };
}
