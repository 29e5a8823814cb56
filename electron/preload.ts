import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { isEvent, isRequest } from '../shared/ipc/channels.ts';
import { EVENT, REQUEST } from './shell/channels.ts';

const UNKNOWN = 'no such channel';

contextBridge.exposeInMainWorld('strikedesk', {
  request: async (channel: string, payload: unknown): Promise<unknown> => {
    if (!isRequest(channel)) throw new Error(UNKNOWN);
    return ipcRenderer.invoke(REQUEST, channel, payload);
  },
  listen: (channel: string, receive: (payload: unknown) => void) => {
    if (!isEvent(channel)) throw new Error(UNKNOWN);
    const onEvent = (_event: IpcRendererEvent, name: string, payload: unknown) => {
      if (name === channel) receive(payload);
    };
    ipcRenderer.on(EVENT, onEvent);
    return () => {
      ipcRenderer.off(EVENT, onEvent);
    };
  },
});
