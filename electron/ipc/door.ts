import { REQUESTS, type Handlers } from '../../shared/ipc/contract.ts';
import type { RequestChannel } from '../../shared/ipc/channels.ts';
import { IpcFailure, type IpcError, type IpcReply } from '../../shared/ipc/error.ts';
import type { NoteRefusal } from '../assembly/refusals.ts';

/** Largest request a window may make, in characters of its JSON text. */
const MAX_REQUEST_CHARACTERS = 256 * 1024;
/** All workspaces of a window are kept as one, with their grids and the views of those. */
const MAX_WORKSPACES_CHARACTERS = 4 * 1024 * 1024;

export interface Door {
  /** Answers one request of a window. Never throws: a failure is a reply. */
  readonly request: (windowId: string, channel: unknown, payload: unknown) => Promise<IpcReply<unknown>>;
}

type Handle = (params: unknown, sender: { windowId: string }) => Promise<unknown>;

function refuse(code: IpcError['code'], message: string): IpcReply<never> {
  return { ok: false, error: { code, message, params: {} } };
}

function isTooLarge(channel: RequestChannel, payload: unknown): boolean {
  const most = channel === 'workspaces.save' ? MAX_WORKSPACES_CHARACTERS : MAX_REQUEST_CHARACTERS;
  try {
    return (JSON.stringify(payload) ?? '').length > most;
  } catch {
    return true;
  }
}

/**
 * The only way in from a window. Checks channel, size and schema. A handler's bug is logged and answered as
 * `InternalError`, without its text.
 */
export function createDoor(
  handlers: Partial<Handlers>,
  reportBug: (channel: string, error: unknown) => void,
  noteRefusal: NoteRefusal = () => undefined,
): Door {
  return {
    request: async (windowId, channel, payload) => {
      if (typeof channel !== 'string' || !Object.hasOwn(REQUESTS, channel)) {
        noteRefusal('channel');
        return refuse('UnknownChannel', 'no such channel');
      }
      const name = channel as RequestChannel;
      if (isTooLarge(name, payload)) {
        noteRefusal('size', name);
        return refuse('BadRequest', `${name}: the request is too large`);
      }
      const params = REQUESTS[name].params.safeParse(payload);
      if (!params.success) {
        noteRefusal('schema', name);
        const [issue] = params.error.issues;
        return refuse('BadRequest', `${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'does not fit'}`);
      }
      try {
        const handle = handlers[name] as Handle | undefined;
        if (handle === undefined) return refuse('UnknownChannel', 'no such channel here');
        return { ok: true, value: await handle(params.data, { windowId }) };
      } catch (error) {
        if (error instanceof IpcFailure) return { ok: false, error: error.detail };
        reportBug(name, error);
        return refuse('InternalError', `${name} failed inside the terminal`);
      }
    },
  };
}
