import type { RequestChannel } from '../../shared/ipc/channels.ts';
import type { Handlers, Publish, RequestParams, Sender } from '../../shared/ipc/contract.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';

/** More pages than are left open behind one another; one that comes back after so many counts as new. */
const MOST_SET_ASIDE = 256;

export interface MainPages {
  /** The same handlers, which refuse the windows of pages that were set aside. */
  readonly handlers: Handlers;
  readonly forgetWindow: (windowId: string) => void;
}

type Handle = (params: unknown, sender: Sender) => Promise<unknown>;

/**
 * Allows one page of the main window at a time, the newest: two would overwrite each other's drafts. `release` drops a
 * page's watches and arms.
 */
export function createMainPages(handlers: Handlers, publish: Publish, release: (windowId: string) => void): MainPages {
  const pagesAside = new Set<string>();
  const windowsAside = new Set<string>();
  let main: { readonly page: string; readonly windowId: string } | null = null;

  function setAside(windowId: string): void {
    windowsAside.add(windowId);
    release(windowId);
    publish('window.changed', null, windowId);
  }

  function take(page: string, windowId: string): void {
    if (pagesAside.has(page)) {
      setAside(windowId);
      return;
    }
    windowsAside.delete(windowId);
    const before = main;
    main = { page, windowId };
    if (before === null || before.page === page) return;
    pagesAside.add(before.page);
    for (const oldest of pagesAside) {
      if (pagesAside.size <= MOST_SET_ASIDE) break;
      pagesAside.delete(oldest);
    }
    // A page that was loaded anew in its own window has nobody left to tell.
    if (before.windowId !== windowId) setAside(before.windowId);
  }

  function guard(channel: RequestChannel): Handle {
    const handle = handlers[channel] as Handle;
    return async (params, sender) => {
      if (channel === 'session.open') {
        const page = (params as RequestParams<'session.open'>)?.main_page;
        if (page !== undefined) take(page, sender.windowId);
      }
      // What goes wrong in it is still worth a line of the log.
      if (channel !== 'window.error' && windowsAside.has(sender.windowId)) {
        throw new IpcFailure({
          code: 'ConnectionFailed',
          message: 'the terminal is used in another tab; nothing was sent',
          params: {},
        });
      }
      return handle(params, sender);
    };
  }

  const channels = Object.keys(handlers) as RequestChannel[];
  const guarded = channels.map((channel): [string, Handle] => [channel, guard(channel)]);
  return {
    handlers: Object.fromEntries(guarded) as unknown as Handlers,
    forgetWindow: (windowId) => {
      windowsAside.delete(windowId);
      release(windowId);
    },
  };
}
