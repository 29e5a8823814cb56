import type { CustomScheme, Protocol } from 'electron';

type Handler = Parameters<Protocol['handle']>[1];

/** Holds the custom scheme and answers its requests. */
export function createProtocolDouble() {
  const registered = new Map<string, CustomScheme>();
  const handlers = new Map<string, Handler>();
  const modelled = {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]) => {
      for (const scheme of schemes) registered.set(scheme.scheme, scheme);
    },
    handle: (scheme: string, handler: Handler) => {
      const { standard, secure } = registered.get(scheme)?.privileges ?? {};
      if (standard !== true || secure !== true) throw new Error(`${scheme}: is not a standard, secure scheme`);
      handlers.set(scheme, handler);
    },
  } satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>;
  return {
    ...modelled,
    /** Null when no one serves the scheme of the address. */
    answer: async (request: Request, address: string): Promise<Response | null> => {
      const handler = handlers.get(new URL(address).protocol.slice(0, -1));
      if (handler === undefined) return null;
      // Node's Request knows no custom scheme: the address is put in from outside.
      const asked = new Proxy(request, {
        get: (target, name) => (name === 'url' ? address : Reflect.get(target, name, target)),
      });
      return handler(asked);
    },
  };
}

export type ProtocolDouble = ReturnType<typeof createProtocolDouble>;
