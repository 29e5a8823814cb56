import type { DockviewApi } from 'dockview-react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IpcClient } from '../../../../shared/ipc/client.ts';
import type { Session } from '../../../../shared/ipc/schemas/session-schema.ts';
import { callIn } from '../../../../renderer/api/own-window-calls.ts';
import { sessionStore } from '../../../../renderer/stores/session-store.ts';
import { toastStore } from '../../../../renderer/stores/toast-store.ts';
import { adoptWorkspaces, workspaceStore } from '../../../../renderer/stores/workspace/workspace-store.ts';
import { registerDock } from '../../../../renderer/workspace/docks.ts';
import type { PanelDefinition } from '../../../../renderer/workspace/panel-definition.ts';
import { tearOffPanel } from '../../../../renderer/workspace/workspace-acts.ts';

const TICKER = { id: 'ticker', name: 'Ticker' } as PanelDefinition;

let asked: string[];
let closed: string[];
let saved: { window_id: string; workspaces: unknown }[];

/** A dock of one panel, as far as moving it out needs it. */
function dockOfTicker(): DockviewApi {
  const panel = {
    id: 'ticker',
    api: { close: () => closed.push('ticker'), getParameters: () => ({}) },
    group: { id: 'g', panels: [] },
  };
  const layout = {
    grid: { root: { type: 'leaf', data: { id: 'g', views: [] } }, orientation: 'HORIZONTAL' },
    panels: {},
  };
  return { getPanel: () => panel, toJSON: () => layout } as unknown as DockviewApi;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  [asked, closed, saved] = [[], [], []];
  vi.stubGlobal('window', {
    location: { origin: 'app://strikedesk' },
    open: (url: string) => void asked.push(new URL(url).searchParams.get('window') ?? ''),
  });
  sessionStore.setState({ session: { host: 'electron' } as Session });
  toastStore.setState({ toasts: [], news: [] });
  workspaceStore.setState({ workspaces: null, isUnsaved: false });
  adoptWorkspaces(null);
  registerDock('trade', dockOfTicker());
  const client = {
    request: async (_channel: string, payload: unknown) => void saved.push(payload as (typeof saved)[number]),
  };
  tearOffPanel(client as unknown as IpcClient, 'trade', TICKER);
});

afterEach(() => {
  registerDock('trade', null);
  sessionStore.setState({ session: null });
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a panel stays where it is when the desktop opens no more windows, and that is told', async () => {
  await vi.advanceTimersByTimeAsync(11_000);
  expect(asked).toHaveLength(1);
  expect(closed).toEqual([]);
  expect(toastStore.getState().toasts.map(({ title }) => title)).toEqual(['No window was opened']);
  expect(saved.at(-2)).toMatchObject({ window_id: asked[0], workspaces: null });
});

it('a panel goes once its window is there', async () => {
  callIn(asked[0] ?? '');
  await vi.waitFor(() => expect(closed).toEqual(['ticker']));
});
