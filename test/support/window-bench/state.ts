import type { AccountSnapshot } from '../../../shared/ipc/schemas/account-schema.ts';
import type { Followed } from '../../../shared/ipc/schemas/follow-schema.ts';
import type { PlanView } from '../../../shared/execution/plan.ts';
import type { RequestParams } from '../../../shared/ipc/contract.ts';
import type { PlanPreview } from '../../../shared/ipc/schemas/plan-schema.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { Session } from '../../../shared/ipc/schemas/session-schema.ts';
import type { OrderFacts } from '../../../shared/orders/facts.ts';
import type { GuardSettings } from '../../../shared/orders/limits/guard-settings.ts';
import type { Preset } from '../../../shared/orders/presets.ts';
import { EMPTY_BOOK, type RfqBook } from '../../../shared/rfq/book.ts';
import type { CreateBlockRfqParams, OrderParams } from '../../../shared/service/methods.ts';
import { CALM_ACCOUNT, CALM_GUARDS, CALM_SESSION } from './calm.ts';
import { type BenchMarket, createMarket } from './market.ts';

/** All that the back end of one window knows: what a test has it say is said of this. */
export interface BenchState extends BenchMarket {
  session: Session;
  account: AccountSnapshot;
  guards: GuardSettings;
  presets: Preset[];
  followed: Followed;
  /** What the trader keeps for Block RFQs. */
  book: RfqBook;
  /** What the rules are told otherwise than the rest of this says. */
  facts: Partial<OrderFacts>;
  /** What a plan would be now; null: the service lists no positions. */
  plan: PlanPreview | null;
  /** Plans that were started. */
  plans: PlanView[];
  /** What starts were asked for, oldest first. */
  readonly started: RequestParams<'plans.start'>[];
  readonly rows: Map<string, OrderRow>;
  /** What was sent to the service, oldest first. */
  readonly sold: OrderParams[];
  /** Block RFQs that were sent to the service, oldest first. */
  readonly requested: CreateBlockRfqParams[];
}

export function createState(): BenchState {
  return {
    ...createMarket(),
    session: CALM_SESSION,
    account: CALM_ACCOUNT,
    guards: CALM_GUARDS,
    presets: [],
    followed: { labels: [], open_orders: 'not_offered', open_orders_failure: null, orders: [] },
    book: EMPTY_BOOK,
    facts: {},
    plan: null,
    plans: [],
    started: [],
    rows: new Map(),
    sold: [],
    requested: [],
  };
}

/** The service's time, ms. */
export function serviceNow({ session }: BenchState): number {
  return Date.now() + (session.status.clock_offset_ms ?? 0);
}
