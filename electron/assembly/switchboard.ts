import { REQUESTS, type RequestResult } from '../../shared/ipc/contract.ts';
import type { RequestChannel } from '../../shared/ipc/channels.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import { handle, handleAll, type Request } from '../ipc/pipeline.ts';
import type { Profile } from '../profiles/profile.ts';
import { describeUndecided } from '../profiles/undecided.ts';
import type { ProfileChannel, ProfileHandlers, Services } from './services-interface.ts';

/** What may be on its way to the service while it is answered: nothing is closed under it. */
const SENDING: ReadonlySet<string> = new Set<RequestChannel>([
  'orders.place',
  'orders.cancel',
  'orders.cancel_resting',
  'orders.cancel_account',
  'rfq.send',
]);

const PROFILE_CHANNELS = Object.keys(REQUESTS).filter(isOfProfile);

function isOfProfile(channel: string): channel is ProfileChannel {
  return !channel.startsWith('profiles.') && !channel.startsWith('preferences.');
}

/** The services of one profile at a time, behind handlers that stay. */
export interface Switchboard {
  readonly handlers: ProfileHandlers;
  /** The services that run; null between two. */
  readonly current: () => Services | null;
  /** What is on its way to the service, in words: nothing can be closed under it. Null for nothing. */
  readonly whySending: () => string | null;
  /** Why this profile can't be left now, in words; null when it can. */
  readonly whyBusy: () => string | null;
  /** Closes what runs and opens a profile. When that fails, what ran before is opened again and the error thrown. */
  readonly reopen: (profile: Profile | null, before: Profile | null) => Promise<Services>;
  readonly forgetWindow: (windowId: string) => void;
  readonly close: () => Promise<void>;
}

/**
 * A window belongs to the session it last opened; requests under another are rejected. `open` builds a profile's
 * services; null is the simulator.
 */
export function createSwitchboard(
  open: (profile: Profile | null) => Promise<Services>,
  onFault: (fault: unknown) => void,
): Switchboard {
  const windows = new Map<string, string>();
  let current: Services | null = null;
  let changing: Promise<unknown> | null = null;
  let isChanging = false;
  let sending = 0;

  function demand(): Services {
    if (current !== null) return current;
    throw unreachable(
      isChanging
        ? 'the terminal is opening another profile; nothing was sent'
        : 'no profile is open: open one; nothing was sent',
    );
  }

  function whySending(): string | null {
    if (isChanging) return 'another profile is being opened: wait until it is there';
    return sending > 0 ? 'an order, a cancel or a Block RFQ is on its way: wait for its outcome' : null;
  }

  async function route<C extends ProfileChannel>(request: Request<C>): Promise<RequestResult<C>> {
    const { channel, sender } = request;
    if (channel === 'session.open') {
      if (current === null) await changing?.catch(() => undefined);
      windows.set(sender.windowId, demand().opening);
    }
    const services = demand();
    if (channel !== 'window.error' && windows.get(sender.windowId) !== services.opening) {
      throw unreachable('this window shows a profile that was closed; nothing was sent');
    }
    if (!SENDING.has(channel)) return await handle(services.handlers, request);
    sending += 1;
    try {
      return await handle(services.handlers, request);
    } finally {
      sending -= 1;
    }
  }

  async function replace(profile: Profile | null, before: Profile | null): Promise<Services> {
    const closing = current;
    current = null;
    isChanging = true;
    try {
      // Whatever failed to end, all else of it has ended: it keeps no other profile from opening.
      await closing?.close().catch(onFault);
      try {
        current = await open(profile);
      } catch (error) {
        // Why the one that was asked for can't be opened says more.
        if (closing !== null) current = await open(before).catch(() => null);
        throw error;
      }
      return current;
    } finally {
      isChanging = false;
      current?.touch();
    }
  }

  return {
    handlers: handleAll(PROFILE_CHANNELS, route),
    current: () => current,
    whySending,
    whyBusy: () => whySending() ?? (current === null ? null : describeUndecided(current.undecided())),
    reopen: (profile, before) => {
      const replaced = replace(profile, before);
      changing = replaced;
      return replaced;
    },
    forgetWindow: (windowId) => {
      windows.delete(windowId);
      current?.forgetWindow(windowId);
    },
    close: async () => {
      await changing?.catch(() => undefined);
      await current?.close();
      current = null;
    },
  };
}

function unreachable(message: string): IpcFailure {
  return new IpcFailure({ code: 'ConnectionFailed', message, params: {} });
}
