import type { Offer, SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { LABEL_MAX_CHARACTERS } from '../../../shared/service/fields.ts';
import { isForbidden, isNotOffered } from '../../../shared/service/error-codes.ts';
import { ORDER_CURRENCIES } from '../../../shared/service/methods.ts';
import type { Clock } from '../../clock.ts';
import type { ServiceClient } from '../../service/client-interface.ts';
import type { RateBudget } from '../../service/limits/budget.ts';
import type { CallFailure } from '../../service/failure.ts';

/** An order id that no service uses, so cancelling it reaches nothing. */
const NO_ORDER_ID = 'strikedesk-asks-whether-cancel-is-offered';
/** Longer than any label (contract, "private/sell"), so no order has it. */
const NO_LABEL = 'x'.repeat(LABEL_MAX_CHARACTERS + 1);

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

export type CancelOffers = SessionStatus['cancels'];

export interface CancelProbe {
  readonly offers: () => CancelOffers;
  /** Learns from an attempt at the real thing. Null: it worked. */
  readonly learn: (way: keyof CancelOffers, failure: CallFailure | null) => void;
  /** Asks once more, now: a service can begin or cease to offer. */
  readonly ask: () => void;
  readonly close: () => void;
}

export interface CancelProbeOptions {
  readonly client: Pick<ServiceClient, 'callExtension'>;
  readonly clock: Clock;
  /** What asking costs is counted there: the service counts it too. */
  readonly budget: Pick<RateBudget, 'orderBuckets'>;
  readonly onChange: () => void;
}

/**
 * Finds the cancel methods by calls with an impossible id and label. Cancelling the whole account can't be tried:
 * unknown until used.
 */
export function startCancelProbe({ client, clock, budget, onChange }: CancelProbeOptions): CancelProbe {
  let offers: CancelOffers = { by_id: 'unknown', by_label: 'unknown', account: 'unknown' };
  let cancelTimer: () => void = () => undefined;
  let isClosed = false;
  let isAsking = false;

  function set(way: keyof CancelOffers, offer: Offer | null): void {
    if (isClosed || offer === null || offers[way] === offer) return;
    offers = { ...offers, [way]: offer };
    onChange();
  }

  function learn(way: keyof CancelOffers, failure: CallFailure | null): void {
    set(way, readOffer(failure));
  }

  async function askAll(): Promise<boolean> {
    // An unknown order has no instrument, so these calls may count in any limit.
    for (const { bucket } of budget.orderBuckets()) for (let asked = 0; asked < 2; asked += 1) bucket.spend();
    const byId = await client.callExtension('private/cancel', { order_id: NO_ORDER_ID });
    learn('by_id', byId.ok ? null : byId.error);
    const [currency] = ORDER_CURRENCIES;
    const byLabel = await client.callExtension('private/cancel_by_label', { label: NO_LABEL, currency });
    learn('by_label', byLabel.ok ? null : byLabel.error);
    return offers.by_id !== 'unknown' && offers.by_label !== 'unknown';
  }

  function ask(pauseMs: number): void {
    if (isAsking || isClosed) return;
    isAsking = true;
    cancelTimer();
    void askAll().then((isAnswered) => {
      isAsking = false;
      if (isAnswered || isClosed) return;
      cancelTimer = clock.after(pauseMs, () => ask(Math.min(pauseMs * 2, LONGEST_PAUSE_MS)));
    });
  }

  cancelTimer = clock.after(0, () => ask(FIRST_PAUSE_MS));
  return {
    offers: () => offers,
    learn,
    ask: () => ask(FIRST_PAUSE_MS),
    close: () => {
      isClosed = true;
      cancelTimer();
    },
  };
}

/** Of an instance that only reads: it cancels nothing, so it asks nothing either. */
export function createIdleProbe(): CancelProbe {
  const nothing = (): void => undefined;
  const offers: CancelOffers = { by_id: 'read_only', by_label: 'read_only', account: 'read_only' };
  return { offers: () => offers, learn: nothing, ask: nothing, close: nothing };
}

/** What isn't known to be missing may be tried. */
export function mayUse(offer: Offer): boolean {
  return offer === 'unknown' || offer === 'offered';
}

/** What an answer says of the offer; null where it says nothing. */
function readOffer(failure: CallFailure | null): Offer | null {
  if (failure === null) return 'offered';
  if (failure.kind !== 'service_error') return null;
  if (isNotOffered(failure.code)) return 'not_offered';
  if (isForbidden(failure.code)) return 'not_permitted';
  return failure.class === 'refused' ? 'offered' : null;
}
