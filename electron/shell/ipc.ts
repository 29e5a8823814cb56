import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron';
import type { Publish } from '../../shared/ipc/contract.ts';
import type { IpcReply } from '../../shared/ipc/error.ts';
import type { Door } from '../ipc/door.ts';
import { APP_ORIGIN } from './app-protocol.ts';
import { EVENT, REQUEST } from './channels.ts';

/** What is known of the frame that a message came from. */
export interface SenderFrame {
  readonly origin: string;
  readonly parent: unknown;
}

/** True for the top frame of our own page. A frame that is gone can't be vouched for. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === APP_ORIGIN;
}

const REFUSED: IpcReply<never> = {
  ok: false,
  error: { code: 'BadRequest', message: 'requests of this frame are refused', params: {} },
};

/** Answers the windows' requests through the door. `reportRefused` hears of frames that have no business here. */
export function listenToWindows(
  ipcMain: Pick<IpcMain, 'handle'>,
  door: Door,
  reportRefused: (origin: string) => void,
): void {
  ipcMain.handle(REQUEST, (event: IpcMainInvokeEvent, channel: unknown, payload: unknown) => {
    if (!isTrustedSender(event.senderFrame)) {
      reportRefused(event.senderFrame?.origin ?? 'a frame that is gone');
      return REFUSED;
    }
    return door.request(String(event.sender.id), channel, payload);
  });
}

/** Sends events to one window or all; a window that is being closed is passed over. */
export function createPublisher(windows: () => readonly WebContents[]): Publish {
  return (channel, payload, windowId) => {
    for (const contents of windows()) {
      if (contents.isDestroyed()) continue;
      if (windowId === null || windowId === String(contents.id)) contents.send(EVENT, channel, payload);
    }
  };
}
