import { describe, expect, it } from 'vitest';
import {
  renameActionKeys,
  renameInWorkspaces,
  renamePanelKeys,
} from '../../../../renderer/stores/workspace/former-names.ts';
import { readWorkspaceFile } from '../../../../renderer/workspace/workspace-file.ts';
import { PANELS } from '../../../../renderer/panels.ts';
import { workspacesSchema } from '../../../../shared/ipc/schemas/workspace-schema.ts';
import { FIRST_SCHEMA } from '../../../support/kept-settings/kept.ts';

const known = PANELS.map(({ id }): string => id);

describe('names that earlier versions kept', () => {
  it('of panels are read by their present ids, in layouts and among the choices in panels', () => {
    const layout = JSON.stringify({
      panels: { 'sell-ticket': { contentComponent: 'sell-ticket', title: 'my sell-ticket-2' } },
    });
    const kept = {
      version: 1 as const,
      active: 'trade',
      items: [{ id: 'trade', name: 'sell-ticket', layout, panel: 'sell-ticket' }],
      panels: { 'trade/sell-ticket': { preset: 'one' } },
    };
    const read = renameInWorkspaces(kept);
    expect(read?.items[0]).toMatchObject({ name: 'sell-ticket', panel: 'order-ticket' });
    expect(JSON.parse(read?.items[0]?.layout ?? '')).toEqual({
      panels: { 'order-ticket': { contentComponent: 'order-ticket', title: 'my sell-ticket-2' } },
    });
    expect(read?.panels).toEqual({ 'trade/order-ticket': { preset: 'one' } });
    expect(renameInWorkspaces(read)).toEqual(read);
  });

  it('stand in the first file ever kept, whose ticket is found again', () => {
    const read = renameInWorkspaces(workspacesSchema.parse(FIRST_SCHEMA));
    const text = JSON.stringify(read).replaceAll('\\', '');
    expect(text).toContain('order-ticket');
    expect(text).not.toContain('"sell-ticket"');
  });

  it('stand in an exported workspace, whose panels are all found', () => {
    const layout = JSON.stringify({
      grid: {
        root: { type: 'leaf', size: 1, data: { views: ['sell-ticket'], activeView: 'sell-ticket', id: '1' } },
        width: 1,
        height: 1,
        orientation: 'HORIZONTAL',
      },
      panels: { 'sell-ticket': { id: 'sell-ticket', contentComponent: 'sell-ticket', title: 'Sell ticket' } },
    });
    const file = {
      format: 'strikedesk-workspace',
      version: 1,
      name: 'Mine',
      layout,
      settings: { 'sell-ticket': { a: 'b' } },
    };
    const read = readWorkspaceFile(JSON.stringify(file), known);
    expect(read).toMatchObject({
      ok: true,
      value: { leftOut: [], file: { settings: { 'order-ticket': { a: 'b' } } } },
    });
  });

  it('of drafts and of actions with chosen keys are read by the present ones; a key chosen since stays', () => {
    expect(renamePanelKeys({ 'trade/sell-ticket': 1, 'trade/orders': 2 })).toEqual({
      'trade/order-ticket': 1,
      'trade/orders': 2,
    });
    expect(renameActionKeys({ 'ticket.sell': 'Alt+Q', 'ticket.sell_side': 'S' })).toEqual({
      'ticket.send': 'Alt+Q',
      'ticket.sell_side': 'S',
    });
    expect(renameActionKeys({ 'ticket.sell': 'Alt+Q', 'ticket.send': 'Alt+W' })).toEqual({ 'ticket.send': 'Alt+W' });
  });
});
