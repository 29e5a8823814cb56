import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { OrderFacts } from '../../../../shared/orders/facts.ts';
import { childDraft, option, optionTicker, perpetual, perpetualTicker } from '../../../support/records/records.ts';

/** Draft and facts where they differ from a plain sell, and what the rules find: severity, field, code. */
export type OrderCase = [name: string, draft: Partial<OrderDraft>, facts: Partial<OrderFacts>, found: string[]];

export const OPTION_FACTS = { instrument: option(), ticker: optionTicker() };
export const OPTION_DRAFT = { instrument_name: 'BTC-27MAR27-100000-C', amount: '1', price: '0.075' };

export const IV_FACTS = {
  instrument: option(),
  ticker: optionTicker({ mark_iv: 55, mark_price: 0.1245, underlying_price: 99_000 }),
};
export const STOP = { type: 'stop_market', price: '', trigger: 'mark_price', trigger_price: '97000' } as const;
export const STOP_LIMIT = { ...STOP, type: 'stop_limit', price: '96900' } as const;
export const BUY_STOP = childDraft({ type: 'stop_market', trigger: 'mark_price', trigger_price: '97000', price: '' });
export const TRAIL = { type: 'trailing_stop', price: '', trigger: 'mark_price', trigger_offset: '250' } as const;

export const SPREAD_DRAFT = { instrument_name: 'BTC-FS-25DEC26_PERP', price: '-120.5' };
export const SPREAD_FACTS = {
  instrument: perpetual({ instrument_name: 'BTC-FS-25DEC26_PERP', kind: 'future_combo' }),
  ticker: perpetualTicker({ min_price: -1600, max_price: 1300, mark_price: -121, best_bid_price: -122 }),
};

export const COIN_QUOTED = {
  instrument: perpetual({
    instrument_name: 'ETH_BTC',
    kind: 'spot',
    instrument_type: 'linear',
    base_currency: 'ETH',
    quote_currency: 'BTC',
    tick_size: 0.0001,
    tick_size_steps: [],
    contract_size: 0.001,
    min_trade_amount: 0.001,
  }),
  ticker: perpetualTicker({ min_price: 0.03, max_price: 0.04, mark_price: 0.036, best_bid_price: 0.0359 }),
};
