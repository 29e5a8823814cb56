/** Names a window of moved panels; part of its address. */
export const OWN_WINDOW_ID = /^w-[a-z0-9]{8}$/u;
