import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { decimalFromWire } from '../../../../shared/decimal.ts';
import {
  type AccountFields,
  accountSummariesSchema,
  accountSummarySchema,
  type CurrencySummary,
} from '../../../../shared/service/account.ts';
import { AccountSections } from '../../../../renderer/features/account/account-sections.tsx';
import { ACCOUNT_FIELDS, SUMMARY_FIELDS } from '../../../../shared/account/field-meanings.ts';
import type { SessionStatus } from '../../../../shared/ipc/schemas/session-schema.ts';
import { receiveStatus } from '../../../../renderer/stores/session-store.ts';
import { ExplanationProvider } from '../../../../renderer/ui/explained.tsx';
import { readSamples, resultOf } from '../../../support/records/recorded-samples.ts';

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Case {
  readonly where: string;
  /** As it was recorded. */
  readonly raw: JsonObject;
  readonly summary: CurrencySummary;
  readonly account: AccountFields | null;
}

/** Each recorded summary with the account's fields beside it, as the back end gives it to the window. */
const CASES = readSamples()
  // A refusal is a sample too.
  .filter(({ method, file }) => method?.startsWith('private/get_account_summar') === true && file !== 'errors.json')
  .flatMap((sample): Case[] => {
    const result: unknown = resultOf(sample.response);
    if (!isObject(result)) throw new Error(`${sample.file}[${sample.index}] has no result`);
    const where = `${sample.file}[${sample.index}]`;
    if (!Array.isArray(result['summaries'])) {
      return [{ where, raw: result, summary: accountSummarySchema.parse(result), account: null }];
    }
    const { summaries, ...account } = accountSummariesSchema.parse(result);
    const rawSummaries: readonly unknown[] = result['summaries'];
    const rawAccount = Object.fromEntries(Object.entries(result).filter(([key]) => key !== 'summaries'));
    return summaries.map((summary, index) => ({
      where: `${where} ${summary.currency}`,
      raw: { ...rawAccount, ...(isObject(rawSummaries[index]) ? rawSummaries[index] : {}) },
      summary,
      account,
    }));
  });

function render(summary: CurrencySummary, account: AccountFields | null = null): string {
  return renderToStaticMarkup(
    <ExplanationProvider>
      <AccountSections summary={summary} account={account} />
    </ExplanationProvider>,
  );
}

/** What stands between the tags, without thousands separators and with the plain minus. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/(\d),(?=\d)/g, '$1')
    .replaceAll('−', '-')
    .replaceAll('&quot;', '"');
}

/** The part of the page that carries a field. */
function partOf(html: string, key: string): string {
  const start = html.indexOf(`data-field="${key}"`);
  if (start === -1) return '';
  const next = html.indexOf('data-field="', start + 1);
  return textOf(`<${html.slice(start, next === -1 ? undefined : next)}`);
}

/** Every number and text inside a value. */
function leavesOf(value: unknown): (string | number | boolean)[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [value];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return isObject(value) ? Object.values(value).flatMap(leavesOf) : [];
}

/** How a leaf is found on screen. */
function traceOf(key: string, leaf: string | number | boolean): string {
  if (typeof leaf === 'boolean') return '';
  if (key === 'creation_timestamp') return new Date(Number(leaf)).toISOString().slice(0, 10);
  const number = typeof leaf === 'number' ? decimalFromWire(leaf) : null;
  return number ?? String(leaf);
}

describe('the account in full', () => {
  it('has samples of both spellings', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(3);
    const texts = CASES.map(({ raw }) => JSON.stringify(raw));
    expect(texts.some((text) => text.includes('max_quotes'))).toBe(true);
    expect(texts.some((text) => text.includes('maximum_mass_quotes'))).toBe(true);
  });

  it.each(CASES)('shows every field and every number of $where', ({ raw, summary, account }) => {
    const html = render(summary, account);
    for (const [key, value] of Object.entries(raw)) {
      if (key === 'currency') continue;
      const part = partOf(html, key);
      expect(part, key).not.toBe('');
      if (typeof value === 'boolean') expect(part, key).toMatch(value ? /\bon\b|true/ : /\boff\b|false/);
      for (const leaf of leavesOf(value))
        expect(part, key).toContain(traceOf(key, leaf).replaceAll('_', key === 'trading_products_details' ? ' ' : '_'));
    }
  });

  it('names the result of open positions since entry, which is no sum of the session’s figures', () => {
    const html = render(
      accountSummarySchema.parse({ currency: 'BTC', session_rpl: 0.0089, session_upl: 0.0424, total_pl: 0.0423 }),
    );
    expect(html).toContain('<th scope="col">Since entry</th>');
    expect(html).not.toContain('<th scope="col">Total</th>');
    expect(textOf(html)).toContain('Since entry, of open positions only: not the sum of the two.');
    expect(partOf(html, 'total_pl')).toContain('+0.0423');
  });

  it('counts the delta of a dollar account in dollars, and by index in coins', () => {
    const html = render(
      accountSummarySchema.parse({ currency: 'USDC', delta_total: -1.95833, delta_total_map: { eth_usdc: -0.001 } }),
    );
    expect(partOf(html, 'delta_total')).toContain('-1.95833 USDC');
    expect(partOf(html, 'delta_total_map')).toContain('-0.0010 ETH');
  });

  it('shows a dash for a field of the contract that is missing, not a zero', () => {
    const part = partOf(render({ currency: 'BTC' }), 'available_funds');
    expect(part).toContain('–');
    expect(part).not.toMatch(/\b0\b/);
  });

  it('lists what the contract does not know, as it came', () => {
    const summary = accountSummarySchema.parse({ currency: 'BTC', brand_new: { a: 1.5 }, newer: 'x' });
    const html = render(summary);
    expect(html).toContain('Not described by the contract');
    expect(partOf(html, 'brand_new')).toContain('{"a":1.5}');
    expect(partOf(html, 'newer')).toContain('x');
  });

  it('says that cross collateral makes aggregates, and only of those figures', () => {
    const cross = CASES.map(({ summary }) => ({ ...summary, cross_collateral_enabled: true }))[0];
    if (cross === undefined) throw new Error('no sample');
    const html = render(cross);
    for (const key of [
      'available_funds',
      'margin_balance',
      'initial_margin',
      'maintenance_margin',
      'projected_initial_margin',
    ]) {
      expect(partOf(html, key), key).toContain('aggregate');
    }
    expect(partOf(html, 'balance')).not.toContain('aggregate');
    expect(textOf(render({ ...cross, cross_collateral_enabled: false }))).not.toContain('aggregate');
  });

  it('calls the liquidation ratio void under portfolio margin and gives no price', () => {
    const summary = accountSummarySchema.parse({
      currency: 'BTC',
      portfolio_margining_enabled: true,
      estimated_liquidation_ratio: 0.5,
      estimated_liquidation_ratio_map: { btc_usd: 0.5 },
    });
    const html = render(summary);
    expect(partOf(html, 'estimated_liquidation_ratio')).toContain('void');
    expect(textOf(html)).not.toContain('Implies');
    expect(textOf(render({ ...summary, portfolio_margining_enabled: false }))).toContain('Implies btc_usd');
  });

  it('reads fees as map and as list alike', () => {
    const rate = { default: { type: 'fixed', taker: 0.00035, maker: 0.0001 }, block_trade: 0.3 };
    const map = accountSummarySchema.parse({ currency: 'BTC', fees: { btc_usd: { perpetual: rate } } });
    const list = accountSummarySchema.parse({
      currency: 'BTC',
      fees: [{ index_name: 'btc_usd', kind: 'perpetual', value: rate }],
    });
    expect(partOf(render(map), 'fees')).toBe(partOf(render(list), 'fees'));
    expect(partOf(render(map), 'fees')).toMatch(/btc_usd\s+perpetual\s+fixed\s+0.0001\s+0.00035\s+0.3/);
  });

  it('gives each limit below a currency its own line', () => {
    const limits = {
      limits_per_currency: true,
      matching_engine: { btc: { trading: { total: { rate: 5, burst: 20 } }, maximum_quotes: { rate: 50, burst: 60 } } },
    };
    const part = partOf(render(accountSummarySchema.parse({ currency: 'BTC', limits })), 'limits');
    expect(part).toMatch(/BTC orders\s+5\s+20/);
    expect(part).toMatch(/BTC quotes\s+50\s+60/);
    expect(part).toContain('each currency by itself');
  });

  it('has a meaning for every name, and none twice', () => {
    const names = [...Object.keys(SUMMARY_FIELDS), ...Object.keys(ACCOUNT_FIELDS)];
    expect(new Set(names).size).toBe(names.length);
    for (const { meaning } of Object.values({ ...SUMMARY_FIELDS, ...ACCOUNT_FIELDS })) expect(meaning).toMatch(/\.$/);
  });
});

afterEach(() => receiveStatus({ clock_offset_ms: null } as SessionStatus));

it('settlement is told of by the service’s clock, however the machine’s is set', () => {
  const [shown] = CASES;
  if (shown === undefined) throw new Error('summaries were recorded');
  const tell = (serviceMs: number): string => {
    receiveStatus({ clock_offset_ms: serviceMs - Date.now() } as SessionStatus);
    return render(shown.summary, shown.account);
  };
  expect(tell(Date.UTC(2026, 10, 21, 7, 45))).toContain('decays to zero until 08:00 UTC');
  expect(tell(Date.UTC(2026, 10, 21, 8, 15))).not.toContain('decays to zero until 08:00 UTC');
});
