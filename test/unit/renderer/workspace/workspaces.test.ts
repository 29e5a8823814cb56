import { beforeEach, describe, expect, it } from 'vitest';
import { readWindowId, makeWindowId } from '../../../../renderer/api/window-address.ts';
import {
  addWorkspace,
  deleteWorkspace,
  findWorkspaceLimit,
  findWorkspaceNameProblem,
  freeWorkspaceName,
  renameWorkspace,
  settingsOf,
} from '../../../../renderer/stores/workspace-edits.ts';
import {
  adoptSafely,
  adoptWorkspaces,
  endSafeStart,
  keepPanelSetting,
  workspaceStore,
} from '../../../../renderer/stores/workspace-store.ts';
import { readWorkspaceFile, writeWorkspaceFile } from '../../../../renderer/workspace/workspace-file.ts';

const now = () => {
  const { workspaces } = workspaceStore.getState();
  if (workspaces === null) throw new Error('no workspaces');
  return workspaces;
};
const names = () => now().items.map(({ name }) => name);

beforeEach(() => {
  workspaceStore.setState({ workspaces: null, isUnsaved: false, resets: 0, heldBack: null });
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

describe('a safe start', () => {
  const KEPT = { version: 1 as const, active: 'trade', items: [{ id: 'trade', name: 'Mine', layout: '{}' }] };

  it('shows the standard, keeps nothing by itself, and gives back what was kept', () => {
    workspaceStore.setState({ workspaces: null });
    adoptSafely(KEPT);
    expect(names()[0]).toBe('Trade');
    expect(workspaceStore.getState()).toMatchObject({ isUnsaved: false, heldBack: KEPT });
    endSafeStart('kept');
    expect(names()).toEqual(['Mine']);
    expect(workspaceStore.getState()).toMatchObject({ isUnsaved: false, heldBack: null, resets: 1 });
  });

  it('takes the place of what was kept only when the trader says so', () => {
    workspaceStore.setState({ workspaces: null });
    adoptSafely(KEPT);
    endSafeStart('shown');
    expect(names()[0]).toBe('Trade');
    expect(workspaceStore.getState()).toMatchObject({ isUnsaved: true, heldBack: null });
  });
});

describe('a workspace in a file', () => {
  const LAYOUT = JSON.stringify({ grid: {}, panels: { chart: { contentComponent: 'chart' } } });
  const FILE = { name: 'Gamma', layout: LAYOUT, settings: { chart: { span: '1h' } } };
  const change = (edit: Record<string, unknown>) =>
    JSON.stringify({ ...JSON.parse(writeWorkspaceFile(FILE)), ...edit });

  it('comes back as it was written', () => {
    expect(readWorkspaceFile(writeWorkspaceFile(FILE), ['chart'])).toEqual({ ok: true, value: FILE });
  });

  it.each([
    ['no JSON', '{', 'This is no workspace'],
    ['another JSON', '[1]', 'This is no workspace'],
    ['another format', change({ format: 'other' }), 'This is no workspace'],
    ['a newer version', change({ version: 2 }), 'version 2, from a newer terminal; this one reads version 1'],
    ['no version', change({ version: undefined }), '“version” must be 1'],
    ['a name that is none', change({ name: '' }), '“name” is wrong'],
    ['an unknown field', change({ run: 'x' }), 'is wrong: Unrecognized key'],
    ['a layout that is none', change({ layout: '{"a":1}' }), '“layout” is wrong'],
    [
      'a layout with windows',
      change({ layout: JSON.stringify({ ...JSON.parse(LAYOUT), popoutGroups: [{ url: 'https://evil.invalid' }] }) }),
      '“layout” is wrong',
    ],
    [
      'a panel that is not known',
      change({ layout: LAYOUT.replaceAll('"chart"', '"shell"') }),
      'has a panel that this terminal has not: “shell”',
    ],
    [
      'a setting too long',
      change({ settings: { chart: { span: 'x'.repeat(129) } } }),
      '“settings.chart.span” is wrong',
    ],
  ])('is refused in words: %s', (_case, text, words) => {
    expect(readWorkspaceFile(text, ['chart'])).toEqual({ ok: false, error: expect.stringContaining(words) });
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
