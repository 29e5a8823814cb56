import { beforeEach, describe, expect, it } from 'vitest';
import { readWindowId, makeWindowId } from '../../../../renderer/api/window-address.ts';
import {
  addWorkspace,
  deleteWorkspace,
  findWorkspaceLimit,
  findWorkspaceNameProblem,
  freeWorkspaceName,
  renameWorkspace,
  resetWorkspace,
  settingsOf,
  undoRemoval,
} from '../../../../renderer/stores/workspace/workspace-edits.ts';
import {
  adoptSafely,
  adoptWorkspaces,
  endSafeStart,
  keepPanelSetting,
  workspaceStore,
  adoptOwnWindow,
} from '../../../../renderer/stores/workspace/workspace-store.ts';

const now = () => {
  const { workspaces } = workspaceStore.getState();
  if (workspaces === null) throw new Error('no workspaces');
  return workspaces;
};
const names = () => now().items.map(({ name }) => name);

beforeEach(() => {
  workspaceStore.setState({ workspaces: null, isUnsaved: false, resets: new Map(), heldBack: null, removal: null });
  adoptWorkspaces(null);
});

describe('workspaces of the trader', () => {
  it('are made, shown, renamed, copied with what was chosen in them, and deleted', () => {
    addWorkspace({ name: ' Gamma ', layout: null });
    expect(names()).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Gamma']);
    expect(now().active).toBe('own-1');
    keepPanelSetting('own-1/chart', 'span', '1h');
    addWorkspace({ name: freeWorkspaceName('Gamma'), layout: null }, settingsOf(now(), 'own-1'));
    expect(names().at(-1)).toBe('Gamma 2');
    expect(settingsOf(now(), 'own-2')).toEqual({ chart: { span: '1h' } });
    renameWorkspace('own-1', 'Vega');
    deleteWorkspace('own-2');
    expect(names()).toEqual(['Trade', 'Block RFQ', 'Risk', 'History', 'Vega']);
    expect(now().active).toBe('own-1');
    expect(now().panels).toEqual({ 'own-1/chart': { span: '1h' } });
  });

  it('those that came with the terminal stay', () => {
    deleteWorkspace('trade');
    expect(names()).toContain('Trade');
  });

  it.each([
    ['', 'Give it a name.'],
    ['   ', 'Give it a name.'],
    ['x'.repeat(41), 'A name has at most 40 characters.'],
    [' trade ', 'There is a workspace “trade” already.'],
    ['x\u202eevil', 'The name has an invisible character. Use letters, digits and signs.'],
    ['Gamma', null],
  ])('a name %j: %j', (name, problem) => {
    expect(findWorkspaceNameProblem(name, null)).toBe(problem);
  });

  it('keep their own name when they are renamed, and are bounded', () => {
    expect(findWorkspaceNameProblem('Trade', 'trade')).toBeNull();
    while (findWorkspaceLimit() === null) addWorkspace({ name: freeWorkspaceName('More'), layout: null });
    expect(now().items).toHaveLength(24);
    expect(findWorkspaceLimit()).toContain('24 workspaces');
  });
});

describe('a workspace that was taken away', () => {
  const removal = () => workspaceStore.getState().removal;

  it('by deleting comes back as it was, where it was', () => {
    addWorkspace({ name: 'Gamma', layout: '{"a":1}' }, { chart: { span: '1h' } });
    addWorkspace({ name: 'Vega', layout: null });
    const before = now();
    deleteWorkspace('own-1');
    expect(names()).not.toContain('Gamma');
    expect(removal()).toMatchObject({ kind: 'deleted', item: { name: 'Gamma' } });
    expect(undoRemoval()).toBeNull();
    expect(now()).toEqual({ ...before, active: 'own-1' });
    expect(removal()).toBeNull();
    expect(undoRemoval()).toBeNull();
    expect(now().items).toHaveLength(6);
  });

  it('by deleting comes back beside those that took its id and its name', () => {
    addWorkspace({ name: 'Gamma', layout: '{"a":1}' }, { chart: { span: '1h' } });
    deleteWorkspace('own-1');
    addWorkspace({ name: 'Gamma', layout: null }, { chart: { span: '5m' } });
    undoRemoval();
    expect(now().items.slice(4)).toEqual([
      { id: 'own-2', name: 'Gamma 2', layout: '{"a":1}' },
      { id: 'own-1', name: 'Gamma', layout: null },
    ]);
    expect(now().panels).toEqual({ 'own-2/chart': { span: '1h' }, 'own-1/chart': { span: '5m' } });
  });

  it('by deleting waits until there is room for it', () => {
    addWorkspace({ name: 'Gamma', layout: null });
    deleteWorkspace('own-1');
    while (findWorkspaceLimit() === null) addWorkspace({ name: freeWorkspaceName('More'), layout: null });
    expect(undoRemoval()).toContain('24 workspaces');
    deleteWorkspace('own-20');
    expect(now().items).toHaveLength(23);
  });

  it('by a reset comes back with its arrangement and what was chosen in its panels, by its name of now', () => {
    addWorkspace({ name: 'Gamma', layout: '{"a":1}' }, { chart: { span: '1h' } });
    resetWorkspace('own-1');
    expect(now().items.at(-1)?.layout).toBeNull();
    expect(now().panels).toEqual({});
    renameWorkspace('own-1', 'Vega');
    undoRemoval();
    expect(now().items.at(-1)).toEqual({ id: 'own-1', name: 'Vega', layout: '{"a":1}' });
    expect(now().panels).toEqual({ 'own-1/chart': { span: '1h' } });
    // Its dock is built anew.
    expect(workspaceStore.getState().resets).toEqual(new Map([['own-1', 2]]));
  });
});

describe('a workspace that is the only one', () => {
  it('is not deleted, and nothing says that it was', () => {
    adoptOwnWindow({
      version: 1,
      active: 'own',
      items: [{ id: 'own', name: 'Ticker', layout: null, panel: 'ticker' }],
    });
    deleteWorkspace('own');
    expect(now().items).toHaveLength(1);
    expect(workspaceStore.getState().removal).toBeNull();
  });
});

describe('a name that is free', () => {
  it('is taken as it is, however long', () => {
    const name = 'x'.repeat(40);
    expect(freeWorkspaceName(name)).toBe(name);
    addWorkspace({ name, layout: null });
    expect(freeWorkspaceName(name)).toBe('x'.repeat(37));
  });
});

describe('a safe start', () => {
  const KEPT = { version: 1 as const, active: 'trade', items: [{ id: 'trade', name: 'Mine', layout: '{}' }] };

  it('shows the standard, keeps nothing by itself, and gives back what was kept', () => {
    workspaceStore.setState({ workspaces: null });
    adoptSafely(KEPT);
    expect(names()[0]).toBe('Trade');
    expect(workspaceStore.getState()).toMatchObject({ isUnsaved: false, heldBack: KEPT });
    endSafeStart('kept');
    expect(names()).toEqual(['Mine']);
    expect(workspaceStore.getState()).toMatchObject({ isUnsaved: false, heldBack: null, resets: new Map([[null, 1]]) });
  });

  it('takes the place of what was kept only when the trader says so', () => {
    workspaceStore.setState({ workspaces: null });
    adoptSafely(KEPT);
    endSafeStart('shown');
    expect(names()[0]).toBe('Trade');
    expect(workspaceStore.getState()).toMatchObject({ isUnsaved: true, heldBack: null });
  });
});

describe('the address of a window', () => {
  it('names one only in the form that was made', () => {
    expect(readWindowId(`?window=${makeWindowId(() => 0.5)}`)).toBe('w-iiiiiiii');
    for (const search of ['', '?window=', '?window=main', '?window=w-1', '?window=w-iiiiiiii2']) {
      expect(readWindowId(search)).toBeNull();
    }
  });
});
