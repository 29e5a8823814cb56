/** Names a window that holds what was moved out of the main one; also in its address. */
export const OWN_WINDOW_ID = /^w-[a-z0-9]{8}$/u;
