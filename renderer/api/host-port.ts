import type { Port } from '../../shared/ipc/client.ts';

/** `lost`: it was or should be there, and is being tried again. */
export type LinkState = 'connecting' | 'connected' | 'lost';

/** Whether the back end can be reached; new listeners hear it at once. */
export interface Link {
  readonly read: () => LinkState;
  /** Gives back the function that stops listening. */
  readonly listen: (receive: (state: LinkState) => void) => () => void;
}

export interface HostPort extends Port {
  readonly link: Link;
}
