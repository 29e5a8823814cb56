import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { accountSummarySchema } from '../../../../shared/service/account.ts';
import { instrumentSchema } from '../../../../shared/service/instrument.ts';
import { tickerSchema } from '../../../../shared/service/ticker.ts';
import { AccountSections } from '../../../../renderer/features/account/account-sections.tsx';
import { describeInstrument, describeTicks } from '../../../../renderer/features/instrument/instrument-fields.ts';
import { describeTicker, readHead } from '../../../../renderer/features/ticker/ticker-fields.ts';
import { ExplanationProvider } from '../../../../renderer/ui/explained.tsx';
import type { FieldGroup } from '../../../../renderer/ui/controls/field-groups.tsx';
import { listHidden } from '../../../support/window/hidden-fields.ts';
import { OPTION, PERPETUAL } from '../samples.ts';
import {
  ACCOUNT_TABLE,
  INSTRUMENT_TABLE,
  LIMIT_SPELLINGS,
  SUMMARY_TABLE,
  TICKER_TABLES,
  UNNAMED_SUMMARY_FIELDS,
} from './contract-fields.ts';

type Json = Record<string, unknown>;

const FLAGS = /_enabled$|_prevention$|_to_subaccounts$|^has_|^receive_/;
const TEXTS =
  /^(email|system_name|username|type|referrer_id|self_trading_reject_mode|margin_model|deposit_address|fee_group)$/;
const bucket = { rate: 3, burst: 7 };

/** A value that fits the field, another one for each. */
function valueOf(key: string, index: number): unknown {
  if (key === 'limits') return limitsOf(LIMIT_SPELLINGS.contract);
  if (key === 'fees')
    return { btc_usd: { option: { default: { type: 'fixed', taker: 0.3, maker: 0.1 }, block_trade: 0.2 } } };
  if (key === 'trading_products_details') return [{ product: 'perpetual', enabled: true }];
  if (key.endsWith('_map')) return { btc_usd: index + 0.5 };
  if (FLAGS.test(key)) return true;
  return TEXTS.test(key) ? `${key} text` : 1000 + index;
}

function limitsOf(groups: readonly string[]): Json {
  const engine = Object.fromEntries(groups.map((group) => [group, bucket]));
  return {
    limits_per_currency: false,
    non_matching_engine: bucket,
    matching_engine: { ...engine, trading: { total: bucket } },
  };
}

function renderAccount(record: Json): string {
  return renderToStaticMarkup(
    <ExplanationProvider>
      <AccountSections summary={accountSummarySchema.parse({ currency: 'BTC', ...record })} account={null} />
    </ExplanationProvider>,
  );
}

/** The part of the account's page that carries a field, tags and all. */
function partOf(html: string, key: string): string {
  const start = html.indexOf(`data-field="${key}"`);
  if (start === -1) return '';
  const next = html.indexOf('data-field="', start + 1);
  return html.slice(start, next === -1 ? undefined : next);
}

/** A record with these fields, by path, each with a value of its own. */
function build(paths: readonly string[], fixed: Json, value: (path: string, index: number) => unknown): Json {
  const record: Json = {};
  for (const [index, path] of paths.entries()) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    let place = record;
    for (const [depth, key] of keys.entries()) {
      place[key] ??= keys[depth + 1] === '0' || (depth === keys.length - 1 && last === '0') ? [] : {};
      place = place[key] as Json;
    }
    place[last] = value(path, index);
  }
  return { ...record, ...fixed };
}

function unexplained(groups: readonly FieldGroup[]): string[] {
  return groups.flatMap(({ name, fields }) =>
    fields.filter((field) => field.explanation === undefined).map((field) => `${name}: ${field.name}`),
  );
}

describe('the contract’s tables, name by name', () => {
  const ACCOUNT = [...SUMMARY_TABLE, ...UNNAMED_SUMMARY_FIELDS, ...ACCOUNT_TABLE];

  const page = renderAccount(Object.fromEntries(ACCOUNT.map((name, index) => [name, valueOf(name, index)])));

  it.each(ACCOUNT)('the account shows %s and what it means', (key) => {
    const part = partOf(page, key);
    expect(part).not.toBe('');
    // Products are what their names say; liquidation prices are explained where they stand.
    if (key !== 'trading_products_details')
      expect(part).toMatch(/class="explained"|Portfolio margin: the ratio is void/);
  });

  it('the account calls none of them undescribed', () => {
    const [, undescribed] = page.split('Not described by the contract');
    expect(undescribed).toBeDefined();
    expect(undescribed).not.toContain('data-field');
  });

  it.each(Object.entries(LIMIT_SPELLINGS))('the account shows every limit in the %s spelling', (_name, groups) => {
    const part = partOf(renderAccount({ limits: limitsOf(groups) }), 'limits');
    for (const path of [
      'non_matching_engine',
      'matching_engine.trading.total',
      ...groups.map((group) => `matching_engine.${group}`),
    ]) {
      expect(part).toContain(`data-path="${path}"`);
    }
    expect(part.match(/class="explained"/g)).toHaveLength(groups.length + 2);
    expect(part).toContain('all currencies together');
  });

  it.each(Object.entries(TICKER_TABLES))('the ticker of a %s shows every field, with its meaning', (kind, paths) => {
    const instrument =
      kind === 'option' ? OPTION : kind === 'perpetual' ? PERPETUAL : { ...PERPETUAL, settlement_period: 'month' };
    const record = build(
      paths,
      { instrument_name: 'X', state: 'open', underlying_index: 'SYN' },
      (_path, index) => 1000 + index,
    );
    if (kind !== 'option') delete record['underlying_index'];
    const describeAll = (sent: unknown) => {
      const ticker = tickerSchema.parse(sent);
      return [describeTicker(ticker, instrument), readHead(ticker), ticker.instrument_name];
    };
    expect(listHidden(record, describeAll)).toEqual([]);
    const groups = describeTicker(tickerSchema.parse(record), instrument);
    expect(groups.map(({ name }) => name)).not.toContain('Other fields');
    expect(unexplained(groups)).toEqual([]);
    expect(groups.flatMap(({ fields }) => fields).filter(({ text }) => text === '–')).toEqual([]);
  });

  it('the instrument shows every field, with its meaning', () => {
    const words = { kind: 'option', instrument_name: 'X', is_active: true };
    const record = build(INSTRUMENT_TABLE, words, (path, index) =>
      /currency|period|index|state|_type/.test(path) ? `${path}-text` : 1000 + index,
    );
    const describeAll = (sent: unknown) => {
      const instrument = instrumentSchema.parse(sent);
      return [instrument.instrument_name, describeInstrument(instrument), describeTicks(instrument)];
    };
    expect(listHidden(record, describeAll)).toEqual([]);
    const groups = describeInstrument(instrumentSchema.parse(record));
    expect(groups.map(({ name }) => name)).not.toContain('Other fields');
    expect(unexplained(groups)).toEqual([]);
  });
});
