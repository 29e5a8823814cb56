import type { AddPanelOptions, DockviewApi } from 'dockview-react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toastStore } from '../../../../renderer/stores/toast-store.ts';
import { adoptWorkspaces, workspaceStore } from '../../../../renderer/stores/workspace/workspace-store.ts';
import { offerBack } from '../../../../renderer/workspace/bring-back.ts';
import { openPanel } from '../../../../renderer/workspace/closed-panels.ts';
import { forgetArranged, isArranged, isTouched, registerDock } from '../../../../renderer/workspace/docks.ts';
import type { PanelDefinition } from '../../../../renderer/workspace/panel-definition.ts';

const DIAGNOSTICS: PanelDefinition = { id: 'diagnostics', name: 'Diagnostics' };

interface Group {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly element: { readonly querySelector: () => object | null };
  readonly api: { readonly location: { readonly type: string } };
}

function group(name: string, width: number, isKeptClear = false, type = 'grid'): Group {
  return {
    name,
    width,
    height: 100,
    element: { querySelector: () => (isKeptClear ? {} : null) },
    api: { location: { type } },
  };
}

const TICKET = group('ticket', 900, true);
const ORDERS = group('orders', 600);
let added: AddPanelOptions[];

/** A dock of groups, as far as adding a panel needs it; one that is put beside the others makes a group. */
function register(groups: readonly Group[], activeGroup: Group): void {
  const now = [...groups];
  const dock = {
    groups: now,
    activeGroup,
    panels: [],
    getPanel: () => undefined,
    toJSON: () => ({ grid: {}, panels: {} }),
    addPanel: (options: AddPanelOptions) => {
      added.push(options);
      const { position } = options;
      if (position !== undefined && !('referenceGroup' in position)) now.push(group('new', 1));
    },
  };
  registerDock('trade', dock as unknown as DockviewApi);
}

beforeEach(() => {
  added = [];
  // Files before this one share the modules, and may have left a dock of that name.
  registerDock('trade', null);
  forgetArranged('trade');
  workspaceStore.setState(workspaceStore.getInitialState(), true);
  toastStore.setState(toastStore.getInitialState(), true);
  adoptWorkspaces({ version: 1, active: 'trade', items: [{ id: 'trade', name: 'Trade', layout: null }] });
});
afterEach(() => {
  registerDock('trade', null);
  forgetArranged('trade');
  vi.restoreAllMocks();
});

it('a panel that is opened never covers the ticket: it goes to the largest group beside it', () => {
  register([TICKET, group('account', 300), ORDERS, group('floating', 5000, false, 'floating')], TICKET);
  openPanel('trade', DIAGNOSTICS);
  expect(added.map(({ position }) => position)).toEqual([{ referenceGroup: ORDERS, direction: 'within' }]);
  // The arrangement goes on fitting its window.
  expect([isTouched('trade'), isArranged('trade')]).toEqual([true, false]);
});

it('joins the group that was last worked in where that is no ticket, or else stands beside a ticket that is alone', () => {
  register([TICKET, ORDERS], ORDERS);
  openPanel('trade', DIAGNOSTICS);
  register([TICKET], TICKET);
  openPanel('trade', DIAGNOSTICS);
  expect(added.map(({ position }) => position)).toEqual([undefined, { direction: 'left' }]);
  expect(isArranged('trade')).toBe(true);
});

it('a panel whose own window was closed is told of, and comes back on a press', () => {
  register([TICKET, ORDERS], ORDERS);
  offerBack(['unheard-of'], [DIAGNOSTICS]);
  expect(toastStore.getState().toasts).toEqual([]);
  offerBack(['diagnostics'], [DIAGNOSTICS]);
  const [toast] = toastStore.getState().toasts;
  expect(toast?.title).toBe('“Diagnostics” went with the closed window');
  toast?.action?.run();
  expect(added.map(({ id }) => id)).toEqual(['diagnostics']);
});
