import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { eachOf } from '../../support/deep.ts';

const MAIN = join(import.meta.dirname, '../../../simulator/main.ts');

function start(...flags: string[]) {
  const child = spawn(process.execPath, [MAIN, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  return { child, complaint: () => complaint };
}

test('prints one JSON line, answers with those credentials, and ends on SIGTERM', async () => {
  const { child } = start('--port', '0', '--seed', '5');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const printed = JSON.parse(line) as { url: string; client_id: string; client_secret: string };
  expect(Object.keys(printed)).toEqual(['url', 'client_id', 'client_secret', 'subaccounts']);
  expect(Buffer.from(printed.client_secret, 'base64url').length).toBeGreaterThanOrEqual(16);
  const authorization = `Basic ${Buffer.from(`${printed.client_id}:${printed.client_secret}`).toString('base64')}`;
  const reply = await fetch(`${printed.url}/api/v2/private/get_account_summary?currency=ETH`, {
    headers: { authorization },
  });
  expect(await reply.json()).toMatchObject({ result: { currency: 'ETH', balance: 150 } });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the printed secret is not the seed’s: two starts differ', async () => {
  const secrets = new Set<string>();
  for (let turn = 0; turn < 2; turn += 1) {
    const { child } = start('--seed', '5');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    secrets.add((JSON.parse(line) as { client_secret: string }).client_secret);
    child.kill('SIGINT');
    await once(child, 'exit');
  }
  expect(secrets.size).toBe(2);
});

eachOf(
  [
    ['--port abc', '--port must be a whole number from 0 to 65535, got abc'],
    ['--port 70000', '--port must be'],
    ['--seed -1', '--seed'],
    ['--seed 1.5', '--seed must be a whole number'],
    ['--colour red', '--colour'],
    ['--extensions public/nothing', '--extensions must be one of public/get_instruments'],
    ['--outside-band slide', '--outside-band must be one of clamp, reject, got slide'],
    ['--post-only-default maybe', '--post-only-default must be one of true, false, got maybe'],
    ['--post-only-until-day=yes', '--post-only-until-day'],
    ['--tokens ', '--tokens must be one of any, connection'],
    [
      '--margin-model portfolio',
      '--margin-model must be one of segregated_sm, segregated_pm, cross_sm, cross_pm, got portfolio',
    ],
    ['--self-trade cancel_taker', '--self-trade must be one of reject_taker, cancel_maker, got cancel_taker'],
    ['--mmp=yes', '--mmp'],
    ['--lookup-lag 1.5', '--lookup-lag must be a whole number'],
  ],
  ['--port abc', '--extensions public/nothing'],
)('%j is refused with a sentence and exit code 2', async (flags, sentence) => {
  const { child, complaint } = start(...flags.split(' '));
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(2);
  expect(complaint()).toContain(sentence);
  expect(complaint()).toContain('usage:');
});

test('--help says what each flag does', async () => {
  const { child } = start('--help');
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString();
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  const flags = [
    '--port',
    '--seed',
    '--extensions',
    '--outside-band',
    '--tokens',
    '--lookup-lag',
    '--post-only-until-day',
  ];
  for (const flag of [
    ...flags,
    '--margin-model',
    '--self-trade',
    '--self-trade-extended',
    '--mmp',
    '--post-only-default',
  ]) {
    expect(told).toContain(flag);
  }
  expect(told).toMatch(/http:\/\/localhost are refused/);
});

test('a rehearsal: no extensions, prices outside the band refused', async () => {
  const { child } = start('--extensions', 'none', '--outside-band', 'reject', '--portfolio', 'empty');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { url, client_id: id, client_secret: secret } = JSON.parse(line) as Record<string, string>;
  const authorization = `Basic ${Buffer.from(`${id ?? ''}:${secret ?? ''}`).toString('base64')}`;
  const listed = await fetch(`${url ?? ''}/api/v2/public/get_instruments?currency=any`);
  expect(await listed.json()).toMatchObject({ error: { code: -32_601 } });
  const query = 'instrument_name=BTC-PERPETUAL&amount=10&price=1';
  const sold = await fetch(`${url ?? ''}/api/v2/private/sell?${query}`, { headers: { authorization } });
  expect(await sold.json()).toMatchObject({ error: { code: 10_005 } });
  child.kill('SIGTERM');
  await once(child, 'exit');
});

/** Calls the printed simulator with a key of its own. */
function callerOf({ url }: { readonly url: string }) {
  return async (key: { readonly client_id: string; readonly client_secret: string }, target: string) => {
    const authorization = `Basic ${Buffer.from(`${key.client_id}:${key.client_secret}`).toString('base64')}`;
    const reply = await fetch(`${url}/api/v2/${target}`, { headers: { authorization } });
    return (await reply.json()) as { readonly result?: Record<string, unknown>; readonly error?: { code: number } };
  };
}

test('a rehearsal: market maker protection, self-trading and cross collateral, as a subaccount too', async () => {
  const flags = ['--mmp', '--self-trade', 'cancel_maker', '--self-trade-extended', '--margin-model', 'cross_sm'];
  const { child } = start(...flags, '--seed', '5');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const main = JSON.parse(line) as {
    readonly url: string;
    readonly client_id: string;
    readonly client_secret: string;
    readonly subaccounts: {
      readonly subaccount_id: number;
      readonly client_id: string;
      readonly client_secret: string;
    }[];
  };
  const call = callerOf(main);
  expect(main.subaccounts).toHaveLength(2);
  const ids = new Set<unknown>();
  for (const key of [main, ...main.subaccounts]) {
    const { result } = await call(key, 'private/get_account_summary?currency=BTC&extended=true');
    expect(result).toMatchObject({
      cross_collateral_enabled: true,
      margin_model: 'cross_sm',
      self_trading_reject_mode: 'cancel_maker',
      self_trading_extended_to_subaccounts: true,
      mmp_enabled: true,
    });
    ids.add(result?.['id']);
    const sold = await call(key, 'private/sell?instrument_name=BTC-PERPETUAL&amount=10&price=150000&mmp=true');
    expect(sold.result).toMatchObject({ order: { mmp: true } });
  }
  expect([...ids].slice(1)).toEqual(main.subaccounts.map((key) => key.subaccount_id));
  child.kill('SIGTERM');
  await once(child, 'exit');
});
