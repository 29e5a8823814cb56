import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };

/** One stored exchange: which method or channel it belongs to, and what the service said. */
export interface Sample {
  readonly file: string;
  readonly index: number;
  /** `public/ticker`, `private/edit` …; null for notifications. */
  readonly method: string | null;
  /** The whole envelope where it was kept, else only its result or the notification's data. */
  readonly response: Json;
}

export type RecordKind =
  | 'instrument'
  | 'ticker'
  | 'order'
  | 'user_trade'
  | 'currency_summary'
  | 'block_rfq'
  | 'tape_print';

/** A record that stands somewhere inside a sample. */
export interface FoundRecord {
  readonly kind: RecordKind;
  readonly where: string;
  readonly record: JsonObject;
}

const FOLDER = join(import.meta.dirname, 'service-samples');

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every stored sample, in the order of files and entries. Throws when a file is not of the known form. */
export function readSamples(): Sample[] {
  const samples: Sample[] = [];
  for (const file of readdirSync(FOLDER).toSorted()) {
    if (!file.endsWith('.json')) continue;
    const content = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Json;
    if (isObject(content)) {
      if (!Array.isArray(content['records'])) throw new Error(`${file} holds no records`);
      samples.push({ file, index: 0, method: null, response: restoreDroppedFields(file, content['records']) });
      continue;
    }
    if (!Array.isArray(content)) throw new Error(`${file} is neither a list nor a chain`);
    for (const [index, entry] of content.entries()) {
      if (!isObject(entry) || entry['response'] === undefined) throw new Error(`${file}[${index}] has no response`);
      samples.push({ file, index, method: methodOf(file, entry), response: entry['response'] });
    }
  }
  return samples;
}

/** The chain of 2021 was stored by its author without `state`, which the service sent (see the README of the samples). */
function restoreDroppedFields(file: string, records: readonly Json[]): readonly Json[] {
  if (!file.startsWith('chain_btc_options_2021')) return records;
  return records.map((entry) =>
    isObject(entry) && isObject(entry['result']) ? { ...entry, result: { ...entry['result'], state: 'open' } } : entry,
  );
}

function methodOf(file: string, entry: JsonObject): string | null {
  if (typeof entry['method'] === 'string') return entry['method'];
  const request = entry['request'];
  if (isObject(request) && typeof request['method'] === 'string') return request['method'];
  const match = /^(public|private)_(.+)\.json$/.exec(file);
  return match === null ? null : `${match[1]}/${match[2]}`;
}

/** The result of a response: the `result` member where the envelope was kept, else the response itself. */
export function resultOf(response: Json): Json {
  return isObject(response) && response['result'] !== undefined ? response['result'] : response;
}

/** What a record is, by the fields that only this kind carries together; null for anything else. */
export function kindOf(value: Readonly<Record<string, unknown>>): RecordKind | null {
  const has = (...keys: string[]): boolean => keys.every((key) => key in value);
  if (has('instrument_name', 'kind', 'tick_size', 'contract_size')) return 'instrument';
  if (has('instrument_name', 'timestamp', 'stats', 'mark_price', 'best_bid_price') && value['type'] !== 'change') {
    // The "change" messages of a ticker channel carry only what changed.
    return 'ticker';
  }
  if (has('order_id', 'order_state', 'order_type')) return 'order';
  if (has('trade_id', 'order_id', 'trade_seq')) return 'user_trade';
  if (has('currency', 'equity', 'initial_margin')) return 'currency_summary';
  if (has('block_rfq_id', 'expiration_timestamp', 'legs')) return 'block_rfq';
  if (has('id', 'trades', 'legs', 'direction')) return 'tape_print';
  return null;
}

/** Every record inside a sample, at any depth; records inside records (the legs of a combo trade) too. */
export function findRecords(sample: Sample): FoundRecord[] {
  const found: FoundRecord[] = [];
  const walk = (value: Json, where: string): void => {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, `${where}[${index}]`);
    } else if (isObject(value)) {
      const kind = kindOf(value);
      if (kind !== null) found.push({ kind, where, record: value });
      for (const [key, child] of Object.entries(value)) walk(child, `${where}.${key}`);
    }
  };
  walk(sample.response, `${sample.file}[${sample.index}]`);
  return found;
}
