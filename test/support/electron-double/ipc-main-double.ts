import type { IpcMain, IpcMainInvokeEvent } from 'electron';

type InvokeListener = Parameters<IpcMain['handle']>[1];

/** Holds what the main process answers, by channel. */
export function createIpcMainDouble() {
  const handlers = new Map<string, InvokeListener>();
  const modelled = {
    handle: (channel: string, listener: InvokeListener) => {
      if (handlers.has(channel)) throw new Error(`a second handler for ${channel}`);
      handlers.set(channel, listener);
    },
  } satisfies Pick<IpcMain, 'handle'>;
  return {
    ...modelled,
    /** Answers as Electron does: rejects when no one handles the channel. */
    invoke: async (event: IpcMainInvokeEvent, channel: string, values: readonly unknown[]): Promise<unknown> => {
      const listener = handlers.get(channel);
      if (listener === undefined) throw new Error(`No handler registered for '${channel}'`);
      return (await listener(event, ...values)) as unknown;
    },
  };
}

export type IpcMainDouble = ReturnType<typeof createIpcMainDouble>;
