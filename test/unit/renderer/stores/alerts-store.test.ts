import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AlertNews, AlertRule, AlertStatus } from '../../../../shared/alerts/rule.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { DEFAULT_PREFERENCES } from '../../../../shared/ipc/schemas/preferences-schema.ts';
import { alertRule } from '../../../support/window/alert-rule.ts';

/** A double of the browser's audio: counts beeps and when they begin. */
class AudioDouble {
  static beginnings: number[] = [];
  static made = 0;
  static state = 'running';
  readonly currentTime = 0;
  get state(): string {
    return AudioDouble.state;
  }
  readonly destination = {};
  constructor() {
    AudioDouble.made += 1;
  }
  resume(): Promise<void> {
    return Promise.resolve();
  }
  createGain() {
    const gain = { setValueAtTime: () => gain, linearRampToValueAtTime: () => gain };
    return { gain, connect: (next: unknown) => next };
  }
  createOscillator() {
    return {
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      start: (at: number) => AudioDouble.beginnings.push(at),
      stop: () => undefined,
    };
  }
}

const RULE = alertRule('BTC equity < 4', { repeat_minutes: 1 });
const news = (kind: AlertNews['kind'], level = 1): AlertNews => ({ id: RULE.id, kind, level, value: decimal(3) });

const QUIET: AlertStatus = {
  id: RULE.id,
  is_raised: false,
  since: 0,
  value: null,
  input: 'fresh',
  level: 0,
  told_blind: 0,
};

/** The stores as a page that was just loaded has them; a page sounds once somebody has touched it. */
async function load(wasTouched: boolean) {
  vi.resetModules();
  AudioDouble.beginnings = [];
  AudioDouble.made = 0;
  AudioDouble.state = 'running';
  vi.stubGlobal('AudioContext', AudioDouble);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: wasTouched } });
  const { adoptAlerts, alertsStore, isStanding, receiveAlerts } =
    await import('../../../../renderer/stores/alerts-store.ts');
  const { toastStore } = await import('../../../../renderer/stores/toast-store.ts');
  const { adoptPreferences, keepPreferences } = await import('../../../../renderer/stores/preferences-store.ts');
  adoptPreferences(DEFAULT_PREFERENCES);
  return {
    setSounding: (is_sounding: boolean) => keepPreferences({ is_sounding }),
    tell: (...items: AlertNews[]) => {
      const rules = [...new Set(items.map(({ id }) => id))].map((id) => ({ ...RULE, id }));
      receiveAlerts({ rules, statuses: [], news: items }, () => null);
    },
    /** The session is opened. */
    open: (rules: readonly AlertRule[], statuses: readonly AlertStatus[]) =>
      adoptAlerts({ rules: [...rules], statuses: [...statuses] }, () => null),
    /** One change with its news, as the back end publishes it. */
    hear: (status: AlertStatus, ...items: AlertNews[]) =>
      receiveAlerts({ rules: [RULE], statuses: [status], news: items }, () => null),
    change: (rules: readonly AlertRule[], statuses: readonly AlertStatus[] = []) =>
      alertsStore.setState({ rules: [...rules], statuses: [...statuses] }),
    toasts: () => toastStore.getState().toasts.map(({ title, tone, isSticky }) => [title, tone, isSticky]),
    passing: () => toastStore.getState().toasts.map(({ passesAfterMs }) => passesAfterMs),
    stands: (rule: AlertRule, status: AlertStatus) => isStanding(rule, [status]),
    ids: () => toastStore.getState().toasts.map(({ id }) => id),
    details: () => toastStore.getState().toasts.map(({ detail }) => detail),
    /** Some seconds later: what follows is no longer at once. */
    wait: () => vi.setSystemTime(Date.now() + 3000),
    beeps: () => AudioDouble.beginnings.splice(0).length,
  };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());
// Modules that hold this double would sound for the next file of the same worker.
afterAll(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

describe('news of an alert in a window', () => {
  it('passes after half a minute: what stands is counted elsewhere, unless it is snoozed', async () => {
    const page = await load(true);
    page.tell(news('raised'));
    expect(page.passing()).toEqual([30_000]);
    page.tell(news('over'));
    expect(page.passing()).toEqual([undefined]);
    const status: AlertStatus = { ...QUIET, is_raised: true, level: 1 };
    expect(page.stands(RULE, status)).toBe(true);
    expect(page.stands({ ...RULE, snoozed_until: Date.now() + 60_000 }, status)).toBe(false);
    expect(page.stands(RULE, { ...status, is_raised: false })).toBe(false);
    expect(page.stands(RULE, { ...status, is_raised: false, told_blind: 1, input: 'stale' })).toBe(true);
  });

  it('stays as a toast and beeps when it is raised, more and redder each time it is told again', async () => {
    const page = await load(true);
    page.tell(news('raised', 1));
    expect(page.toasts()).toEqual([['Alert: BTC equity < 4', 'attention', true]]);
    expect(page.beeps()).toBe(2);
    page.wait();
    page.tell(news('raised', 3));
    expect(page.toasts()).toEqual([[expect.stringContaining('BTC equity < 4'), 'bad', true]]);
    expect(page.beeps()).toBe(4);
    page.wait();
    page.tell(news('raised', 50));
    expect(page.beeps()).toBe(5);
    expect(AudioDouble.made).toBe(1);
  });

  it('writes figures as the window does', async () => {
    const page = await load(true);
    page.tell({ ...news('raised'), value: decimal('97864.61') });
    expect(page.details()).toEqual([expect.stringContaining('now 97,864.61')]);
  });

  it('is a toast of its own, and beeps, when the input is lost; good news passes in silence', async () => {
    const page = await load(true);
    page.tell(news('raised'));
    expect(page.beeps()).toBe(2);
    page.wait();
    page.tell(news('input_lost'));
    expect(page.toasts()).toHaveLength(2);
    expect(page.beeps()).toBe(2);
    page.tell(news('input_back'), news('over'));
    expect(page.toasts().map(([, tone, isSticky]) => [tone, isSticky])).toEqual([
      ['good', false],
      ['good', false],
    ]);
    expect(page.beeps()).toBe(0);
  });

  it('is told together from the fourth alert on, as where all lose their input at once', async () => {
    const page = await load(true);
    const all = ['1', '2', '3', '4', '5'].map((end) => ({ ...news('input_lost'), id: RULE.id.slice(0, -1) + end }));
    page.tell(...all);
    // What is told together is told once.
    expect(page.toasts().map(([title]) => title)).toEqual(['5 alerts went blind']);
    vi.setSystemTime(Date.now() + 11_000);
    page.tell({ ...news('input_back'), id: RULE.id });
    expect(page.toasts().map(([title]) => title)).toContain('Alert sees again: BTC equity < 4');
  });

  it('goes once its alert is snoozed, quiet or deleted; what is told together, once all are', async () => {
    const page = await load(true);
    const ids = ['1', '2', '3', '4'].map((end) => RULE.id.slice(0, -1) + end);
    const raised = ids.map((id) => ({ ...news('raised'), id }));
    const rules = ids.map((id) => ({ ...RULE, id }));
    const titles = () => page.toasts().map(([title]) => title);
    page.tell(...raised);
    expect(titles()).toEqual(['4 alerts were raised']);
    const [first, second, third, fourth] = rules as [AlertRule, AlertRule, AlertRule, AlertRule];
    page.change([{ ...first, snoozed_until: Date.now() + 60_000 }, second, third]);
    expect(titles()).toEqual(['4 alerts were raised']);
    page.change([{ ...first, snoozed_until: Date.now() + 60_000 }], [{ ...QUIET, id: second.id }]);
    expect(titles()).toEqual([]);
    vi.setSystemTime(Date.now() + 61_000);
    page.tell({ ...news('raised'), id: fourth.id });
    expect(titles()).toEqual(['Alert: BTC equity < 4']);
    page.change([fourth], [{ ...QUIET, id: fourth.id }]);
    expect(titles()).toEqual([]);
  });

  it('is heard in a window of the desktop that nobody has touched, and in one alone', async () => {
    const page = await load(false);
    const { setSounding } = await import('../../../../renderer/ui/tone.ts');
    page.tell(news('raised'));
    expect(page.beeps()).toBe(0);
    setSounding('always');
    page.wait();
    page.tell(news('raised'));
    expect(page.beeps()).toBe(2);
    setSounding('never');
    page.wait();
    page.tell(news('raised'));
    expect(page.beeps()).toBe(0);
  });

  it('begins one beep after the other', async () => {
    const page = await load(true);
    page.tell(news('raised', 2));
    const begun = [...AudioDouble.beginnings];
    expect(begun).toEqual(begun.toSorted((a, b) => a - b));
    expect(new Set(begun).size).toBe(3);
  });

  it('sounds once where many come at once, and is kept for no time when the page may sound again', async () => {
    const page = await load(true);
    page.tell(...Array.from({ length: 50 }, () => news('raised')));
    expect(page.beeps()).toBe(2);
    AudioDouble.state = 'suspended';
    page.wait();
    page.tell(news('raised', 4));
    expect(page.beeps()).toBe(0);
    AudioDouble.state = 'running';
    page.tell(news('raised', 4));
    expect(page.beeps()).toBe(5);
  });

  it('is silent, not absent, while sound is off or nobody has touched the page', async () => {
    const muted = await load(true);
    muted.setSounding(false);
    muted.tell(news('raised'));
    expect([muted.beeps(), muted.toasts().length]).toEqual([0, 1]);
    const untouched = await load(false);
    untouched.tell(news('raised'));
    expect([untouched.beeps(), untouched.toasts().length, AudioDouble.made]).toEqual([0, 1, 0]);
  });
});

describe('an alert that was raised before the window could hear of it', () => {
  const RAISED: AlertStatus = { ...QUIET, is_raised: true, since: 1000, value: decimal(3), level: 1 };

  it('is told as the session is opened, with its beep', async () => {
    const page = await load(true);
    page.open([RULE], [RAISED]);
    expect(page.toasts()).toEqual([['Alert: BTC equity < 4', 'attention', true]]);
    expect(page.details()).toEqual(['now 3 BTC']);
    expect(page.beeps()).toBe(2);
  });

  it('is told once: not by the event that was on its way, nor as the session is opened again', async () => {
    const page = await load(true);
    page.open([RULE], [RAISED]);
    const shown = page.ids();
    page.wait();
    page.hear(RAISED, news('raised'));
    page.open([RULE], [RAISED]);
    expect([page.ids(), page.beeps()]).toEqual([shown, 2]);
    page.wait();
    page.hear({ ...RAISED, level: 2 }, news('raised', 2));
    expect(page.toasts()).toEqual([['Alert, told 2 times: BTC equity < 4', 'bad', true]]);
    page.wait();
    page.open([RULE], [{ ...RAISED, since: 9000 }]);
    expect(page.toasts()).toEqual([['Alert: BTC equity < 4', 'attention', true]]);
  });

  it('is told as blind where it went blind before, once', async () => {
    const page = await load(true);
    const blind: AlertStatus = { ...QUIET, input: 'stale', told_blind: 1 };
    page.open([RULE], [blind]);
    page.hear(blind, news('input_lost'));
    page.open([RULE], [blind]);
    expect(page.toasts()).toEqual([['Alert is blind: BTC equity < 4', 'attention', true]]);
    expect(page.beeps()).toBe(2);
  });

  it('is told with what was last known where its input is stale by then', async () => {
    const page = await load(true);
    page.open([RULE], [{ ...RAISED, input: 'stale' }]);
    expect(page.details()).toEqual(['Its input is stale or missing; last known: 3 BTC']);
  });

  it('is not told while it is quiet, was never told, or is to be silent', async () => {
    const page = await load(true);
    page.open([RULE], [QUIET]);
    page.open([RULE], [{ ...RAISED, level: 0 }]);
    page.open([{ ...RULE, snoozed_until: Date.now() + 1000 }], [{ ...RAISED, since: 2000 }]);
    expect([page.toasts(), page.beeps()]).toEqual([[], 0]);
  });
});
