import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { DockviewPanelApi, IDockviewHeaderActionsProps, IDockviewPanelHeaderProps } from 'dockview-react';
import { DropdownMenu } from 'radix-ui';
import { LINK_COLOURS, type LinkColour, type PanelFrame, PanelFrameContext } from '../ui/panel-frame.ts';
import { markArranged } from './docks.ts';
import { useIsPastFirstSight } from './first-sight.ts';
import type { PanelDefinition } from './panel-definition.ts';
import { MenuCheck } from '../ui/controls/menu-check.tsx';

/** What the parts of one dock share: its panels, whether it is in front, and where each group draws its tools. */
export interface Dock {
  /** Of its workspace. */
  readonly id: string;
  readonly panels: readonly PanelDefinition[];
  readonly isInFront: boolean;
  readonly toolSlots: ReadonlyMap<string, HTMLElement>;
  readonly setToolSlot: (groupId: string, element: HTMLElement | null) => void;
}

export const DockContext = createContext<Dock | null>(null);

/** The colour that a panel is linked by. */
export function readLink(api: Pick<DockviewPanelApi, 'getParameters'>): LinkColour {
  const { link } = api.getParameters();
  return LINK_COLOURS.find((colour) => colour === link) ?? 'blue';
}

function useLinkOf(api: DockviewPanelApi): LinkColour {
  return useSyncExternalStore(
    (notify) => {
      const event = api.onDidParametersChange(notify);
      return () => event.dispose();
    },
    () => readLink(api),
  );
}

/**
 * The library names a group, which is a region, after the title of the tab in front, whenever it touches it; the panel has a
 * name that stays.
 */
function nameGroup(element: HTMLElement, label: string | null): void {
  if (label !== null && element.getAttribute('aria-label') !== label) element.setAttribute('aria-label', label);
}

interface DockedPanelProps {
  readonly api: DockviewPanelApi;
  readonly comesFirst?: boolean | undefined;
  readonly children: ReactNode;
}

/** The frame that a panel finds around itself. */
export function DockedPanel({ api, comesFirst = false, children }: DockedPanelProps) {
  const dock = useContext(DockContext);
  // A layout that is put back makes its groups anew, under their ids of before.
  const group = useSyncExternalStore(
    (notify) => {
      const event = api.onDidGroupChange(notify);
      return () => event.dispose();
    },
    () => api.group,
  );
  const isVisible = useSyncExternalStore(
    (notify) => {
      const event = api.onDidVisibilityChange(notify);
      return () => event.dispose();
    },
    () => api.isVisible,
  );
  const link = useLinkOf(api);
  const workspaceId = dock?.id ?? '';
  const isShown = isVisible && (dock?.isInFront ?? true);
  const toolsElement = isVisible ? (dock?.toolSlots.get(group.id) ?? null) : null;
  const name = useRef<string | null>(null);
  const setTitle = useCallback(
    (title: string, label: string) => {
      name.current = label;
      api.setTitle(title);
      if (api.isVisible) nameGroup(api.group.element, label);
    },
    [api],
  );
  useEffect(() => {
    if (!isVisible) return undefined;
    const { element } = group;
    const setRight = (): void => nameGroup(element, name.current);
    const observer = new MutationObserver(setRight);
    observer.observe(element, { attributeFilter: ['aria-label'] });
    setRight();
    return () => observer.disconnect();
  }, [group, isVisible]);
  const setLink = useCallback((colour: LinkColour) => api.updateParameters({ link: colour }), [api]);
  const key = `${workspaceId}/${api.id}`;
  const frame = useMemo(
    (): PanelFrame => ({ workspaceId, key, setTitle, toolsElement, isShown, link, setLink }),
    [workspaceId, key, setTitle, toolsElement, isShown, link, setLink],
  );
  const isMade = useIsMade(isVisible, comesFirst);
  return <PanelFrameContext value={frame}>{isMade ? children : null}</PanelFrameContext>;
}

/** What is in sight comes first: a panel behind others is made once nothing else is to be done, or when it is shown. */
function useIsMade(isVisible: boolean, comesFirst: boolean): boolean {
  const isPast = useIsPastFirstSight();
  const isDue = isVisible && (isPast || comesFirst);
  const [isMade, setMade] = useState(isDue);
  if (isDue && !isMade) setMade(true);
  useEffect(() => {
    if (isMade || !isPast) return undefined;
    const idle = requestIdleCallback(() => setMade(true));
    return () => cancelIdleCallback(idle);
  }, [isMade, isPast]);
  return isMade;
}

/** A tab: the panel's title. */
export function DockTab({ api }: IDockviewPanelHeaderProps) {
  const title = useSyncExternalStore(
    (notify) => {
      const event = api.onDidTitleChange(notify);
      return () => event.dispose();
    },
    () => api.title,
  );
  return <span className="dock-tab">{title}</span>;
}

/** The right end of a group's bar: the tools of the panel in front, and its link. */
export function GroupTools({ activePanel, group }: IDockviewHeaderActionsProps) {
  const dock = useContext(DockContext);
  const setToolSlot = dock?.setToolSlot;
  const groupId = group.id;
  const slot = useCallback((element: HTMLElement | null) => setToolSlot?.(groupId, element), [setToolSlot, groupId]);
  const isLinked = dock?.panels.find(({ id }) => id === activePanel?.view.contentComponent)?.isLinked ?? false;
  return (
    <div className="panel-tools">
      <div className="panel-tool-slot" ref={slot} />
      {activePanel !== undefined && isLinked ? <LinkButton api={activePanel.api} /> : null}
    </div>
  );
}

/** Chooses which panels this one follows. */
function LinkButton({ api }: { readonly api: DockviewPanelApi }) {
  const link = useLinkOf(api);
  const workspaceId = useContext(DockContext)?.id;

  function follow(colour: LinkColour): void {
    if (workspaceId !== undefined) markArranged(workspaceId);
    api.updateParameters({ link: colour });
  }

  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        className={`link-button link-${link}`}
        aria-label={`Linked ${link}`}
        title={`Panels linked ${link} show the same instrument`}
      />
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.RadioGroup
            value={link}
            onValueChange={(value) => {
              const colour = LINK_COLOURS.find((known) => known === value);
              if (colour !== undefined) follow(colour);
            }}
          >
            {LINK_COLOURS.map((colour) => (
              <DropdownMenu.RadioItem key={colour} value={colour} className="menu-item">
                <span className={`link-dot link-${colour}`} aria-hidden="true" />
                {colour}
                <MenuCheck />
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** Keeps where each group draws its tools. */
export function useToolSlots(): Pick<Dock, 'toolSlots' | 'setToolSlot'> {
  const [toolSlots, setSlots] = useState<ReadonlyMap<string, HTMLElement>>(() => new Map());
  const setToolSlot = useCallback((groupId: string, element: HTMLElement | null) => {
    setSlots((known) => {
      const next = new Map(known);
      if (element === null) next.delete(groupId);
      else next.set(groupId, element);
      return next;
    });
  }, []);
  return { toolSlots, setToolSlot };
}
