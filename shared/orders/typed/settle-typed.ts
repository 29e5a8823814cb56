import type { DecimalString } from '../../decimal.ts';
import type { Instrument } from '../../service/instrument.ts';
import { EMPTY_DRAFT, type OrderDraft } from '../draft.ts';
import { amountUnit, hasSizes, priceUnit } from '../facts.ts';
import type { Issue } from '../issue.ts';
import type { LineFault } from './order-line-words.ts';
import { checkIceberg } from '../rules/iceberg.ts';
import { checkQuotePrice } from '../rules/price.ts';
import { checkSize } from '../rules/size.ts';
import { checkTrigger } from '../rules/trigger.ts';
import { listReadings, type NumberForm, settleNumber } from './typed-number.ts';

/** The numbers of an order that are typed. */
const FIELDS = ['amount', 'contracts', 'price', 'trigger_price', 'trigger_offset', 'display_amount'] as const;
type Field = (typeof FIELDS)[number];

type Numbers = Pick<OrderDraft, 'type' | 'amount' | 'price' | 'trigger' | 'trigger_price' | 'trigger_offset'> &
  Partial<Pick<OrderDraft, 'time_in_force' | 'contracts' | 'advanced' | 'display_amount'>>;

/** What a field's number may be written with; `instrument` null: digits alone. */
function formOf(field: Field, { advanced }: OrderDraft, instrument: Instrument | null): NumberForm {
  if (field === 'contracts') return { units: ['contracts', 'cont', 'ct'] };
  if (field === 'price' && advanced === 'implv') return { units: ['%'], hasSuffix: false };
  if (field === 'price' && advanced === 'usd') return { units: ['USD'] };
  if (instrument === null) return {};
  const isSize = field === 'amount' || field === 'display_amount';
  return { units: [isSize ? amountUnit(instrument) : priceUnit(instrument)] };
}

function checkField(field: Field, draft: OrderDraft, instrument: Instrument): Issue[] {
  switch (field) {
    case 'amount':
    case 'contracts':
      return checkSize(draft, instrument);
    case 'price':
      return draft.advanced === null ? checkQuotePrice(draft, instrument) : [];
    case 'display_amount':
      return checkIceberg(draft, instrument);
    case 'trigger_price':
    case 'trigger_offset':
      return checkTrigger(draft, instrument);
  }
}

/** Whether the rules take this field's number, others aside. Any is taken of an instrument without sizes. */
function isLegal(field: Field, value: DecimalString, draft: OrderDraft, instrument: Instrument | null): boolean {
  if (instrument === null || !hasSizes(instrument)) return true;
  const found = checkField(field, { ...draft, [field]: value }, instrument);
  return !found.some((issue) => issue.severity === 'error' && issue.field === field);
}

/** The draft with its numbers in plain form where one reading is legal. Others stay for the rules to reject. */
export function settleTyped<Draft extends Numbers>(typed: Draft, instrument: Instrument | null): Draft {
  let draft: OrderDraft = { ...EMPTY_DRAFT, ...typed };
  const settled: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const [text, known] = [draft[field], draft];
    const form = formOf(field, draft, instrument);
    const plain = settleNumber(text, form, (value) => isLegal(field, value, known, instrument));
    if (plain === text) continue;
    settled[field] = plain;
    draft = { ...draft, [field]: plain };
  }
  return { ...typed, ...settled };
}

/** What of a line's numbers can still be read in two ways, with the readings that the instrument takes. */
export function listUnsettled(draft: OrderDraft, instrument: Instrument | null): readonly LineFault[] {
  return FIELDS.flatMap((field) => {
    const text = draft[field];
    const readings = listReadings(text, formOf(field, draft, instrument));
    if (readings.length < 2) return [];
    const legal = readings.filter((value) => isLegal(field, value, draft, instrument));
    const instead = legal.length > 0 ? legal : readings;
    return [{ token: text, reason: 'can be read in two ways', allowed: instead.join(' or '), instead }];
  });
}
