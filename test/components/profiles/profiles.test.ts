import { describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { decimal } from '../../../shared/decimal.ts';
import type { ListedProfile, ProfilesAction, ProfilesView } from '../../../shared/ipc/schemas/profile-schema.ts';
import { CONFIRMATION_RUNGS } from '../../../shared/orders/confirmation.ts';
import { NO_POLICY, type PolicyView } from '../../../shared/profiles/policy.ts';
import { type NotReadyReason, notReady } from '../../../electron/orders/preflight.ts';
import { findAccessibilityFaults } from '../../support/window/accessibility.ts';
import type { WindowBackEnd } from '../../support/window-bench/back-end.ts';
import { openWindowBench } from '../../support/window-bench/bench.ts';
import { dialogOf, panelOf } from '../../support/window/terminal-window.ts';

const mount = await openWindowBench();

const LIVE = 'https://live.example.com';

function listed(name: string, changes: Partial<ListedProfile> = {}): ListedProfile {
  return {
    id: name.toLowerCase().replaceAll(' ', '-'),
    name,
    kind: 'test',
    colour: 'grey',
    origin: 'https://test.example.com',
    form: 'get_body',
    scheme: 'token',
    credentials: 'none',
    is_stored: true,
    forbidden: null,
    ...changes,
  };
}

interface KeptProfiles {
  readonly asked: ProfilesAction[];
  /** What is known of them, as the dialog is told it. */
  view: ProfilesView;
}

/** Keeps profiles and keys as the back end does, in memory. */
function keepProfiles({ state, answer }: WindowBackEnd, others: readonly ListedProfile[] = []): KeptProfiles {
  const { profile, policy } = state.session;
  const kept: KeptProfiles = {
    asked: [],
    view: {
      profiles: [listed(profile.name, { id: profile.id, kind: profile.kind, credentials: 'stored' }), ...others],
      active: profile.id,
      vault: { state: 'open', sealed_by: 'passphrase', would_seal: 'passphrase', reason: null },
      policy,
      pending: null,
      is_live_confirmed: true,
      notice: null,
      updates: { state: 'off', feed_url: null, version: null, reason: null, checked_at: null },
    },
  };
  const change = (id: string, credentials: ListedProfile['credentials']): void => {
    const profiles = kept.view.profiles.map((one) => (one.id === id ? { ...one, credentials } : one));
    kept.view = { ...kept.view, profiles };
  };
  answer('profiles.read', () => kept.view);
  answer('profiles.save', (asked) => {
    kept.asked.push(asked);
    if (asked.action === 'set_key') change(asked.id, 'stored');
    if (asked.action === 'forget_key') change(asked.id, 'none');
    if (asked.action === 'remove')
      kept.view = { ...kept.view, profiles: kept.view.profiles.filter(({ id }) => id !== asked.id) };
    if (asked.action === 'add') {
      const { name } = asked.profile;
      kept.view = { ...kept.view, profiles: [...kept.view.profiles, listed(name, asked.profile)] };
    }
    return { view: kept.view, problems: [], findings: null };
  });
  return kept;
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Profile: / }).click();
  const dialog = dialogOf(page, 'Profiles');
  await dialog.waitFor();
  return dialog;
}

describe('profiles', () => {
  it('a key is forgotten and a profile removed only after its name was read; whoever presses in haste keeps both', async () => {
    let kept: KeptProfiles | null = null;
    const { page } = await mount({ panels: ['account'], prepare: (backEnd) => (kept = keepProfiles(backEnd)) });
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Add a profile' }).click();
    await dialog.getByLabel('Name').fill('Desk C');
    await dialog.getByLabel('Kind').selectOption('test');
    await dialog.getByLabel('Base address').fill('https://test.example.com');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('radio', { name: /Desk C/ }).check();
    await dialog.getByRole('button', { name: 'Set key' }).click();
    await dialog.getByLabel('Client id').fill('another');
    await dialog.getByLabel('Client secret').fill('another-secret');
    await dialog.getByRole('button', { name: 'Store the key' }).click();
    await dialog.getByText('A key is stored. Its secret is never shown.').waitFor();

    const forgetting = dialog.getByRole('group', { name: 'Forget the key of Desk C?' });
    await dialog.getByRole('button', { name: 'Forget key…' }).press('Enter');
    await forgetting.getByText('Most services show a secret only once').waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    // The focus is on what keeps it.
    await page.keyboard.press('Enter');
    await forgetting.waitFor({ state: 'detached' });
    await dialog.getByText('A key is stored. Its secret is never shown.').waitFor();
    // And then where it was.
    await page.keyboard.press('Enter');
    await forgetting.locator('button[aria-disabled="false"]').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.getByText('No key: prices only.').waitFor();

    await dialog.getByRole('button', { name: 'Remove…' }).click();
    const removing = dialog.getByRole('group', { name: 'Remove Desk C?' });
    expect(await dialog.getByRole('radio', { name: /Desk C/ }).count()).toBe(1);
    await removing.locator('button[aria-disabled="false"]').click();
    await dialog.getByRole('radio', { name: /Desk C/ }).waitFor({ state: 'detached' });
    const { asked } = kept as unknown as KeptProfiles;
    expect(asked.map(({ action }) => action)).toEqual(['add', 'set_key', 'forget_key', 'remove']);
  });

  it('neither is left while an order of it has no outcome', async () => {
    const pending = 'The open profile can’t be left: 1 sell has no outcome yet.';
    const { page } = await mount({
      panels: ['account'],
      prepare: (backEnd) => {
        const kept = keepProfiles(backEnd, [listed('Desk A')]);
        kept.view = { ...kept.view, pending };
      },
    });
    const dialog = await openDialog(page);
    await dialog.getByRole('radio', { name: /Desk A/ }).check();
    await dialog.getByText(pending).waitFor();
    expect(await dialog.getByRole('button', { name: 'Open', exact: true }).isDisabled()).toBe(true);
  });

  it('a test of a key that takes its time says so', async () => {
    const { page, backEnd } = await mount({ panels: ['account'], prepare: (made) => void keepProfiles(made) });
    const held = backEnd.hold('profiles.save', ({ action }) => action === 'test');
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    const bar = dialog.getByRole('progressbar');
    await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
    held.letGo();
    await bar.waitFor({ state: 'detached' });
  });
});

/** The frame of real money: how wide it is, whether it goes around the whole window, and what its strip says; null: none. */
function readFrame(page: Page): Promise<{ width: string; isWhole: boolean; strip: string } | null> {
  return page.evaluate(() => {
    const frame = document.querySelector('.app-live');
    if (frame === null) return null;
    const { left, top, right, bottom } = frame.getBoundingClientRect();
    const isWhole = left === 0 && top === 0 && right === innerWidth && bottom === innerHeight;
    const said = document.querySelector('.live-strip')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? '';
    return { width: getComputedStyle(frame).borderLeftWidth, isWhole, strip: said };
  });
}

describe('a live profile', () => {
  it('is opened once its name is typed to the letter', async () => {
    let kept: KeptProfiles | null = null;
    const { page } = await mount({
      panels: ['account'],
      prepare: (backEnd) => (kept = keepProfiles(backEnd, [listed('Fund 7', { kind: 'live', origin: LIVE })])),
    });
    expect(await readFrame(page)).toBeNull();
    const dialog = await openDialog(page);
    await dialog.getByRole('radio', { name: /Fund 7/ }).check();
    await dialog.getByText('LIVE: real money.').waitFor();
    const goLive = dialog.getByRole('button', { name: 'Go live' });
    const name = dialog.getByLabel(/^LIVE: real money/);
    const { asked } = kept as unknown as KeptProfiles;
    for (const typed of ['', 'Fund', 'fund 7', 'Fund 7 ']) {
      await name.fill(typed);
      expect(await goLive.isDisabled(), typed).toBe(true);
      await name.press('Enter');
    }
    expect(asked).toEqual([]);
    await name.fill('Fund 7');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await goLive.click();
    await expect.poll(() => asked).toEqual([{ action: 'open', id: 'fund-7', typed: 'Fund 7' }]);
  });

  it('frames every workspace', async () => {
    const { page } = await mount({
      prepare: ({ state }) => {
        const profile = { ...state.session.profile, name: 'Fund 7', kind: 'live' as const, service_origin: LIVE };
        state.session = { ...state.session, profile };
      },
    });
    await page.getByRole('button', { name: 'Profile: LIVE · Fund 7, real money' }).waitFor();
    for (const workspace of ['Trade', 'Block RFQ', 'History', 'Risk']) {
      await page.getByRole('button', { name: workspace, exact: true }).click();
      await page.getByRole('main', { name: workspace }).waitFor();
      await expect
        .poll(() => readFrame(page), { message: workspace })
        .toEqual({ width: '3px', isWhole: true, strip: `LIVE · REAL MONEY Fund 7 · ${LIVE}` });
    }
  });
});

const POLICY: PolicyView = {
  ...NO_POLICY,
  state: 'in_force',
  path: '/etc/policy.json',
  services: [LIVE],
  ladder_floor: CONFIRMATION_RUNGS[1],
  guard_ceilings: { maxNotionalUsd: decimal(5000) },
  updates: { is_allowed: false, feed_url: null },
};

function isUnderPolicy({ state }: WindowBackEnd): void {
  state.session = { ...state.session, policy: POLICY };
}

describe('a policy of this machine', () => {
  it('shows which rungs it fixes, and lets none beyond them be chosen', async () => {
    const { view, page } = await mount({ panels: ['order-ticket'], prepare: isUnderPolicy });
    await view.ticket.getByRole('button', { name: /^What a press does: / }).click();
    const dialog = dialogOf(page, 'What a press does');
    await expect.poll(() => dialog.getByRole('radio', { name: 'One click' }).isDisabled()).toBe(true);
    await dialog
      .locator('label')
      .filter({ hasText: 'One click' })
      .getByText('Not allowed by the policy of this machine.')
      .waitFor();
    for (const name of ['Confirm each', 'Arm and fire']) {
      expect(await dialog.getByRole('radio', { name }).isEnabled(), name).toBe(true);
    }
  });

  it('says where it is and what it fixes', async () => {
    const { page } = await mount({
      panels: ['account'],
      prepare: (backEnd) => {
        isUnderPolicy(backEnd);
        keepProfiles(backEnd);
      },
    });
    const dialog = await openDialog(page);
    await dialog.getByText('A policy of this machine is in force (/etc/policy.json).').waitFor();
    const fixed = dialog.getByRole('list', { name: 'Fixed by the policy of this machine' }).getByRole('listitem');
    await expect
      .poll(() => fixed.allInnerTexts())
      .toEqual([
        `Services: ${LIVE}.`,
        'What a press does: no further than “Arm and fire”.',
        'Guards: Worth of one order stops at 5,000 USD at most.',
        'Updates: none.',
      ]);
  });

  it('shows the ceiling of a guard', async () => {
    const { view, page } = await mount({ panels: ['order-ticket'], prepare: isUnderPolicy });
    await view.ticket.getByRole('button', { name: /^Guards/ }).click();
    const dialog = dialogOf(page, 'Guards of this profile');
    await dialog.getByText(/^Fixed by the policy of this machine: .*5,000/).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});

/** Trading is off for that reason, as the session and the rules tell it. */
function isOff(reason: NotReadyReason | null) {
  const selling_blocked = reason === null ? null : notReady(reason);
  return ({ setStatus, setFacts }: WindowBackEnd): void => {
    setStatus({ selling_blocked });
    setFacts({ tradingBlocked: selling_blocked });
  };
}

describe('a key that does not serve', () => {
  it.each([
    [
      'of another account',
      'other_account',
      'This profile’s key belongs to another account than its orders. Trading is off and those orders are not followed.',
      'This profile’s key belongs to another account',
      ['It is meant: trade on this account', 'adopt_account'],
    ],
    [
      'that is refused',
      'key_refused',
      'The service rejects this profile’s key. Trading is off and the account is not read. Prices go on.',
      'The service rejects this profile’s key; it may be revoked.',
      ['Try the key again', 'retry_key'],
    ],
    [
      'that may only read',
      'key_reads_only',
      'This profile’s key may only read. Trading is off.',
      'This profile’s key may only read (no trade:read_write)',
      null,
    ],
  ] as const)(
    '%s is told above the panels and on the ticket, which sells nothing',
    async (_what, reason, notice, issue, way) => {
      const { view, page, backEnd } = await mount({ panels: ['order-ticket', 'account'], prepare: isOff(reason) });
      await page.getByText(notice).waitFor();
      await view.chooseType('Market');
      await view.amount.fill('300');
      await view.ticket.getByText(issue).first().waitFor();
      await expect.poll(() => view.press.isDisabled()).toBe(true);
      await panelOf(page, 'Account')
        .getByText(/\d BTC/)
        .first()
        .waitFor();
      expect(await findAccessibilityFaults(page)).toEqual([]);
      if (way === null) return;
      const [button, action] = way;
      const asked = backEnd.nextAsked('profiles.save');
      await page.getByRole('button', { name: button }).click();
      expect(await asked).toEqual({ action });
      isOff(null)(backEnd);
      await page.getByText(notice).waitFor({ state: 'detached' });
      await view.waitUntilPressable();
      expect(backEnd.state.sold).toEqual([]);
    },
  );
});
