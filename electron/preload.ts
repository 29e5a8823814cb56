import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { EVENT_CHANNELS, REQUEST_CHANNELS } from '../shared/ipc/channels.ts';
import { EVENT, REQUEST } from './shell/channels.ts';

function demand(channels: readonly string[], channel: string): void {
  if (!channels.includes(channel)) throw new Error('no such channel');
}

contextBridge.exposeInMainWorld('strikedesk', {
  request: async (channel: string, payload: unknown): Promise<unknown> => {
    demand(REQUEST_CHANNELS, channel);
    return await ipcRenderer.invoke(REQUEST, channel, payload);
  },
  listen: (channel: string, receive: (payload: unknown) => void) => {
    demand(EVENT_CHANNELS, channel);
    const onEvent = (_event: IpcRendererEvent, name: string, payload: unknown) => {
      if (name === channel) receive(payload);
    };
    ipcRenderer.on(EVENT, onEvent);
    return () => {
      ipcRenderer.off(EVENT, onEvent);
    };
  },
});
