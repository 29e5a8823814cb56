import { type DecimalString, readablePlaces, roundToPlaces } from '../decimal.ts';
import { writeCondition } from './condition-text.ts';
import { figureUnit } from './figure-unit.ts';
import type { Instrument } from '../service/instrument.ts';
import type { AlertNews, AlertRule } from './rule.ts';

/** More are read at a glance only where a small figure needs them. */
const LEAST_PLACES = 6;

/** Metadata of an instrument, as far as it is known. */
export type KnownInstrument = (instrumentName: string) => Instrument | null;

/**
 * Title and sentence of a piece of news, for toasts and system notifications. `format` writes a figure for its reader.
 */
export function describeNews(
  rule: AlertRule,
  news: AlertNews,
  instrumentOf: KnownInstrument,
  format: (figure: DecimalString) => string = (figure) => figure,
): { readonly title: string; readonly detail: string } {
  const condition = writeCondition(rule.condition);
  const figure =
    news.value === null
      ? describeNoValue(rule)
      : `${format(roundToPlaces(news.value, readablePlaces(news.value, LEAST_PLACES)))} ${unitOf(rule, instrumentOf)}`.trimEnd();
  const now = `now ${figure}`;
  const before = `Its input is stale or missing; last known: ${figure}`;
  switch (news.kind) {
    case 'raised':
      return {
        title: news.level === 1 ? `Alert: ${condition}` : `Alert, told ${news.level} times: ${condition}`,
        detail: news.is_old === true ? before : now,
      };
    case 'over':
      return { title: `Over: ${condition}`, detail: now };
    case 'input_lost':
      return {
        title: `Alert is blind: ${condition}`,
        detail: news.value === null ? 'Its input is stale or missing; last known: nothing' : before,
      };
    case 'input_back':
      return { title: `Alert sees again: ${condition}`, detail: now };
  }
}

function describeNoValue({ condition: { divided_by } }: AlertRule): string {
  return divided_by === null ? 'without a value' : `beyond any percentage: ${divided_by} is 0 or less`;
}

function unitOf({ condition }: AlertRule, instrumentOf: KnownInstrument): string {
  const { source } = condition;
  return figureUnit(condition, source.kind === 'ticker' ? instrumentOf(source.instrument_name) : null);
}
