/** Binding through which a page's `ipcRenderer.invoke` reaches the main process. */
export const INVOKE_BINDING = '__electronDoubleInvoke';
/** Binding that asks the main process whether a page may open a window: `allow` or `deny`. */
export const OPEN_BINDING = '__electronDoubleOpen';
/** Binding that moves a page's window, as its trader would. */
export const MOVE_BINDING = '__electronDoubleMove';
/** Binding by which a page's trader turns to another program. */
export const LEAVE_BINDING = '__electronDoubleLeave';
/** Function through which the main process's `webContents.send` reaches a page. */
export const DELIVER = '__electronDoubleDeliver';

/**
 * Runs a built preload before the page's scripts: `contextBridge` copies as Electron's does, `ipcRenderer` reaches the
 * main process.
 */
export function wrapPreload(preload: string): string {
  return `(() => {
  const listeners = new Map();
  const copy = (value) => (typeof value === 'function' ? value : structuredClone(value));
  const wrap = (value) => {
    if (typeof value === 'function') {
      return (...values) => {
        const result = value(...values.map(copy));
        return result instanceof Promise ? result.then(copy) : copy(result);
      };
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, wrap(item)])));
  };
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name, api) => Object.defineProperty(globalThis, name, { value: wrap(api) }),
    },
    ipcRenderer: {
      invoke: (channel, ...values) => globalThis.${INVOKE_BINDING}(channel, values),
      on: (channel, listener) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      off: (channel, listener) => {
        listeners.set(channel, (listeners.get(channel) ?? []).filter((known) => known !== listener));
      },
    },
  };
  // A window that is denied is null to its opener; one that is allowed, the main process opens.
  globalThis.open = (url) => {
    globalThis.${OPEN_BINDING}(String(url));
    return null;
  };
  Object.defineProperty(globalThis, '${DELIVER}', {
    value: (channel, values) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...values);
    },
  });
  const require = (name) => {
    if (name === 'electron') return electron;
    throw new Error('a sandboxed preload has no module ' + name);
  };
  const module = { exports: {} };
  ((require, module, exports) => {
${preload}
  })(require, module, module.exports);
})();`;
}
