import type { Handlers, Publish } from '../../shared/ipc/contract.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { OrderMargin } from '../../shared/ipc/schemas/margin-schema.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import { demandBase } from '../ipc/demand-base.ts';
import type { CancelProbe } from '../orders/cancels/cancel-offers.ts';
import type { Canceller } from '../orders/cancels/canceller.ts';
import type { Desk } from '../orders/desk-interface.ts';
import type { Releases } from '../orders/releases.ts';
import type { TradingLock } from '../orders/trading-lock.ts';
import type { JournalStanding } from '../session/journal-standing.ts';
import type { ServicesOptions } from '../assembly/services-interface.ts';
import type { SessionTracker } from '../session/session.ts';
import type { TradeSettings } from '../storage/trade-settings.ts';

type TradeChannel =
  | 'orders.check'
  | 'orders.margin'
  | 'orders.arm'
  | 'orders.place'
  | 'orders.list'
  | 'orders.recheck'
  | 'orders.confirm'
  | 'orders.cancel'
  | 'orders.cancel_resting'
  | 'orders.cancel_account'
  | 'presets.read'
  | 'presets.save'
  | 'guards.read'
  | 'guards.save'
  | 'trading.ladder'
  | 'trading.stop';

export interface TradeParts {
  readonly desk: Desk;
  readonly margin: (draft: OrderDraft) => Promise<OrderMargin>;
  readonly canceller: Canceller;
  readonly probe: CancelProbe;
  readonly releases: Releases;
  readonly settings: TradeSettings;
  readonly lock: TradingLock;
  readonly standing: Pick<JournalStanding, 'confirmCut'>;
  readonly session: SessionTracker;
  readonly publish: Publish;
  /** After every change of the guards: what shows them besides their dialog. */
  readonly onGuards: () => void;
  readonly log: ServicesOptions['log'];
}

/** Answers what a window asks about sending, cancelling, and what guards both. */
export function createTradeHandlers(parts: TradeParts): Pick<Handlers, TradeChannel> {
  const { desk, margin, canceller, probe, releases, settings, lock, standing, session, publish, log } = parts;
  /** Sells that are being judged by the ladder: not the desk's yet, and not stopped either. */
  const judging = new Set<Promise<unknown>>();
  return {
    'orders.check': ({ draft }) => desk.check(draft),
    'orders.margin': ({ draft }) => margin(draft),
    'orders.arm': ({ draft, press }, { windowId }) =>
      Promise.resolve({ holds_ms: releases.arm(windowId, draft, press) }),
    'orders.place': async ({ intent_id, draft, acknowledged, press = 'single' }, { windowId }) => {
      const judged = releases.judge({ windowId, intentId: intent_id, draft, kind: press }).then((lacking) => {
        if (lacking !== null) return { lacking, placing: null };
        log('info', 'sell_released', { intent_id, press, rung: settings.ladder().rung });
        return { lacking, placing: desk.place(intent_id, draft, acknowledged) };
      });
      judging.add(judged);
      const { lacking, placing } = await judged.finally(() => judging.delete(judged));
      if (placing !== null) {
        const placed = await placing.catch((error: unknown) => {
          // It is not journaled: pressed again, it goes up the ladder again.
          releases.revoke(intent_id);
          throw error;
        });
        if (placed.row === null) releases.revoke(intent_id);
        return placed;
      }
      const { issues } = await desk.check(draft);
      return { row: null, check: { issues: [...issues, lacking], forecast: null, request: null } };
    },
    // A sell that is being judged is not the desk's yet; a list without it would say that it was never sent.
    'orders.list': async () => {
      await Promise.allSettled(judging);
      return desk.settledRows();
    },
    'orders.recheck': async ({ intent_id }) => {
      desk.recheck(intent_id);
      return null;
    },
    'orders.confirm': async (seen) => {
      if (seen.seen === 'two_orders') desk.confirmTwoOrders(seen.intent_id);
      else if (seen.seen === 'journal_cut') standing.confirmCut();
      else desk.state(seen);
      return null;
    },
    'orders.cancel': ({ intent_id }) => canceller.cancel(intent_id),
    'orders.cancel_resting': async () => {
      const judged = judging.size;
      const { undecided = 0, ...counts } = await canceller.cancelResting();
      return undecided + judged === 0 ? counts : { ...counts, undecided: undecided + judged };
    },
    'orders.cancel_account': async () => {
      const judged = judging.size;
      const { undecided, ...told } = await canceller.cancelAccount();
      return { ...told, undecided: undecided + judged };
    },
    'presets.read': () => Promise.resolve([...settings.presets()]),
    'presets.save': async ({ presets, base }) => {
      demandBase('presets.save', base, settings.presets());
      settings.setPresets(presets);
      publish('presets.changed', presets, null);
      return null;
    },
    'guards.read': () => Promise.resolve(settings.guards()),
    'guards.save': async ({ guards, base }) => {
      demandBase('guards.save', base, settings.guards());
      settings.setGuards(guards);
      log('info', 'guards_changed', { guards: JSON.stringify(guards) });
      parts.onGuards();
      session.touch();
      return null;
    },
    'trading.ladder': async ({ ladder, base, is_deliberate }) => {
      if (ladder.rung === 'one_click' && !is_deliberate) {
        const message = 'trading.ladder: one click must be chosen deliberately';
        throw new IpcFailure({ code: 'BadRequest', message, params: {} });
      }
      demandBase('trading.ladder', base, settings.ladder());
      log('info', 'ladder_changed', { from: settings.ladder().rung, to: ladder.rung, cap_usd: ladder.cap_usd });
      settings.setLadder(ladder);
      session.touch();
      return null;
    },
    'trading.stop': async ({ stopped }) => {
      if (stopped) log('info', 'trading_stopped', { status: 'stopped' });
      lock.set(stopped);
      if (stopped) releases.takeBack();
      if (!stopped) log('info', 'trading_stopped', { status: 'allowed' });
      // What still rests is the next thought: whether it can be cancelled is asked afresh.
      if (stopped) probe.ask();
      return null;
    },
  };
}
