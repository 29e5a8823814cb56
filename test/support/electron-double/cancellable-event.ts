/** The first argument of Electron's events: a listener may stop what is about to happen. */
export interface CancellableEvent {
  readonly defaultPrevented: boolean;
  readonly preventDefault: () => void;
}

/** `facts` are the event's own properties. */
export function createCancellableEvent<T extends object>(facts?: T): CancellableEvent & Partial<T> {
  let isPrevented = false;
  const event = {
    get defaultPrevented() {
      return isPrevented;
    },
    preventDefault: () => {
      isPrevented = true;
    },
  };
  return Object.assign(event, facts);
}
