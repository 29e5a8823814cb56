import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BackEnd, createBackEnd } from '../../../electron/assembly/back-end.ts';
import { systemClock } from '../../../electron/clock.ts';
import { createDoor } from '../../../electron/ipc/door.ts';
import { openLogFile } from '../../../electron/log.ts';
import type { Profile } from '../../../electron/profiles/profile.ts';
import type { Derive, SystemStore } from '../../../electron/vault/keys.ts';
import type { RequestParams, RequestResult } from '../../../shared/ipc/contract.ts';
import type { RequestChannel } from '../../../shared/ipc/channels.ts';
import type { IpcReply } from '../../../shared/ipc/error.ts';
import type { ProfilesAction, ProfilesResult } from '../../../shared/ipc/schemas/profile-schema.ts';
import type { Session, SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import type { ProfileForm } from '../../../shared/profiles/profile.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { acceptWarnings } from '../window/accept-warnings.ts';
import { orderDraft } from '../records/records.ts';
import { ONE_PRESS } from '../window/one-press.ts';

export const PASSPHRASE = 'canary-correct-horse-battery';

/** The whole back end with its profiles, its log and everything that crosses to windows. */
export interface ProfileBench {
  readonly dataDir: string;
  readonly backEnd: BackEnd;
  /** Every reply and event, as it crossed. */
  readonly crossed: string[];
  readonly ask: <C extends RequestChannel>(
    channel: C,
    params: RequestParams<C>,
    windowId?: string,
  ) => Promise<IpcReply<RequestResult<C>>>;
  readonly act: (action: ProfilesAction) => Promise<ProfilesResult>;
  /** Opens the session of a window. */
  readonly open: (windowId?: string) => Promise<Session>;
  /** Resolves once selling is blocked for that reason; null: once it is not blocked. */
  readonly waitForBlock: (reason: string | null) => Promise<void>;
  /** A market sell by one press. */
  readonly sell: (intentId?: string) => Promise<IpcReply<RequestResult<'orders.place'>>>;
  readonly close: () => Promise<void>;
}

interface Setup {
  readonly dataDir?: string;
  readonly profile?: Profile;
  /** The text of a policy file. */
  readonly policy?: string;
  /** The system's store of secrets; none unless given. */
  readonly findSystemStore?: () => SystemStore | null;
  /** How a passphrase becomes a key; a cheap way unless given. */
  readonly derive?: Derive;
}

/** What a profile proves itself with. */
export type Key = Pick<Simulator, 'clientId' | 'clientSecret'>;

/** A key of another account of the same service. */
export function addOtherKey({ control }: Simulator): Key {
  const subaccountId = control.accountIds().at(-1) ?? 0;
  return control.addKey(['account:read', 'trade:read_write'], { subaccountId });
}

/** The profile of a service of the test, added, opened and ready to sell; gives its id. */
export async function openOwnProfile(on: ProfileBench, simulator: Simulator): Promise<string> {
  const id = await addProfile(on, formOf(simulator), simulator);
  await on.act({ action: 'open', id, typed: '' });
  await on.waitForBlock(null);
  return id;
}

/** Sets a profile's key; the passphrase is needed where the keys are locked. */
export function setKeyOf(id: string, { clientId: client_id, clientSecret: client_secret }: Key, passphrase = '') {
  return { action: 'set_key', id, client_id, client_secret, passphrase } as const;
}

const deriveCheaply: Derive = async (passphrase, { salt }) =>
  createHash('sha256')
    .update(JSON.stringify([passphrase, salt]))
    .digest();

export async function startProfileBench(setup: Setup = {}): Promise<ProfileBench> {
  const dataDir = setup.dataDir ?? mkdtempSync(join(tmpdir(), 'strikedesk-profiles-'));
  const policyPath = join(dataDir, 'policy.json');
  if (setup.policy !== undefined) writeFileSync(policyPath, setup.policy);
  const crossed: string[] = [];
  const listeners = new Set<(status: SessionStatus) => void>();
  const logFile = openLogFile(dataDir, Date.now, () => undefined);
  const backEnd = await createBackEnd({
    host: 'test',
    version: '0.0.0',
    dataDir,
    profile: setup.profile ?? null,
    policies: [{ path: policyPath, isRequired: false }],
    findSystemStore: setup.findSystemStore ?? (() => null),
    derive: setup.derive ?? deriveCheaply,
    simulatorSeed: 3,
    clock: systemClock,
    publish: (channel, payload) => {
      crossed.push(JSON.stringify([channel, payload]));
      if (channel === 'session.changed') for (const listener of listeners) listener(payload as SessionStatus);
    },
    log: logFile.log,
  });
  const door = createDoor(backEnd.handlers, (channel, error) => {
    throw new Error(`${channel} failed`, { cause: error });
  });

  const ask: ProfileBench['ask'] = async (channel, params, windowId = 'one') => {
    const reply = await door.request(windowId, channel, params);
    crossed.push(JSON.stringify(reply));
    return reply as never;
  };

  async function expectReply<C extends RequestChannel>(channel: C, params: RequestParams<C>, windowId?: string) {
    const reply = await ask(channel, params, windowId);
    if (!reply.ok) throw new Error(`${channel}: ${reply.error.message}`);
    return reply.value;
  }

  return {
    dataDir,
    backEnd,
    crossed,
    ask,
    act: (action) => expectReply('profiles.save', action),
    open: (windowId) => expectReply('session.open', null, windowId),
    waitForBlock: async (reason) => {
      const isSo = (status: SessionStatus) => (status.selling_blocked?.params['reason'] ?? null) === reason;
      const told = new Promise<void>((resolve) => {
        const listener = (status: SessionStatus): void => {
          if (!isSo(status)) return;
          listeners.delete(listener);
          resolve();
        };
        listeners.add(listener);
      });
      if (!isSo((await expectReply('session.open', null)).status)) await told;
    },
    sell: async (intentId = randomUUID()) => {
      const draft = orderDraft({ type: 'market', price: '', amount: '2000' });
      const { issues } = await expectReply('orders.check', { draft });
      const acknowledged = acceptWarnings(issues, draft);
      const { ladder: base } = (await expectReply('session.open', null)).status;
      await ask('trading.ladder', { ladder: ONE_PRESS, base, is_deliberate: true });
      return await ask('orders.place', { intent_id: intentId, draft, acknowledged });
    },
    close: async () => {
      await backEnd.close();
      await logFile.close();
    },
  };
}

/** A profile of a simulator of its own, as a trader would add it. */
export function formOf(simulator: Pick<Simulator, 'origin'>, change: Partial<ProfileForm> = {}): ProfileForm {
  return {
    name: 'Desk A',
    kind: 'test',
    origin: simulator.origin,
    form: 'get_body',
    scheme: 'token',
    colour: 'teal',
    ...change,
  };
}

/** Adds a profile with its key and gives its id. */
export async function addProfile(
  bench: ProfileBench,
  form: ProfileForm,
  key: Pick<Simulator, 'clientId' | 'clientSecret'>,
): Promise<string> {
  const added = await bench.act({ action: 'add', profile: form });
  const id = added.view.profiles.find(({ name }) => name === form.name)?.id ?? '';
  const { clientId: client_id, clientSecret: client_secret } = key;
  const { problems } = await bench.act({ action: 'set_key', id, client_id, client_secret, passphrase: PASSPHRASE });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  return id;
}

export function removeData(bench: Pick<ProfileBench, 'dataDir'>): void {
  rmSync(bench.dataDir, { recursive: true, force: true });
}
