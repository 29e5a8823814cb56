import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { EVENT_CHANNELS, REQUEST_CHANNELS } from '../shared/ipc/channels.ts';
import { EVENT, REQUEST } from './shell/channels.ts';

const requests: readonly string[] = REQUEST_CHANNELS;
const events: readonly string[] = EVENT_CHANNELS;

contextBridge.exposeInMainWorld('strikedesk', {
  request: (channel: string, payload: unknown): Promise<unknown> =>
    requests.includes(channel)
      ? ipcRenderer.invoke(REQUEST, channel, payload)
      : Promise.reject(new Error('no such channel')),
  listen: (channel: string, receive: (payload: unknown) => void) => {
    if (!events.includes(channel)) throw new Error('no such channel');
    const onEvent = (_event: IpcRendererEvent, name: string, payload: unknown) => {
      if (name === channel) receive(payload);
    };
    ipcRenderer.on(EVENT, onEvent);
    return () => {
      ipcRenderer.off(EVENT, onEvent);
    };
  },
});
