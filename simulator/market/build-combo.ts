import { comboId } from '../rfq/combo.ts';
import { commonFields, unitsOf, type Listing } from './build.ts';
import type { ComboLeg, Instrument } from './instrument.ts';
import type { Terms } from './specification.ts';

function termsOf(leg: Instrument): Terms {
  return {
    tick: leg.kind === 'option' ? leg.blockTick : leg.blockTick * 50,
    tickSteps: [],
    pricePlaces: leg.pricePlaces,
    amountPlaces: leg.amountPlaces,
    contractSize: leg.contractSize,
    minimum: Number(leg.fields['min_trade_amount']),
    blockMinimum: 0,
    blockTick: leg.blockTick,
  };
}

/** A combo of legs that settle alike. It has no block trade fields and no commission: its legs pay (facts, "Fees"). */
function buildCombo(listing: Listing, name: string, kind: 'future_combo' | 'option_combo', legs: readonly ComboLeg[]) {
  const [first] = legs.map((leg) => leg.instrument).toSorted((a, b) => a.expiryMs - b.expiryMs);
  if (first === undefined) throw new Error('a combo has legs');
  const terms = termsOf(first);
  const { base, indexName, settlement, linear, expiryMs } = first;
  const quote = String(first.fields['quote_currency']);
  const counter = String(first.fields['counter_currency']);
  const instrument: Instrument = {
    name,
    order: listing.order,
    kind,
    base,
    settlement,
    linear,
    indexName,
    perpetual: false,
    expiryMs,
    option: null,
    legs,
    ...unitsOf(terms),
    makerFee: 0,
    takerFee: 0,
    fields: {
      ...commonFields(listing, { name, kind, base, quote, counter, indexName }, terms),
      settlement_currency: settlement,
      settlement_period: first.fields['settlement_period'],
      creation_timestamp: listing.opens ? listing.nowMs - 3_600_000 : listing.nowMs,
      expiration_timestamp: expiryMs,
      maker_commission: 0,
      taker_commission: 0,
      instrument_type: linear ? 'linear' : 'reversed',
    },
  };
  return instrument;
}

/** A listed combo: its name is the one that a Block RFQ of the same legs gets. Throws when the legs have none. */
export function buildListedCombo(listing: Listing, legs: readonly ComboLeg[]): Instrument {
  const name = comboId(legs);
  if (name === null) throw new Error('these legs make no combo with a name');
  return buildCombo(listing, name, legs[0]?.instrument.kind === 'future' ? 'future_combo' : 'option_combo', legs);
}
