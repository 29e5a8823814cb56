/**
 * The WebSocket protocol of a browser window. The session's key follows as a second protocol: a header, never part of
 * an address.
 */
export const WINDOW_PROTOCOL = 'strikedesk';

/** Largest frame that a window may send, bytes: one that is larger ends its connection. A little over the largest request. */
export const MOST_FRAME_BYTES = 4608 * 1024;
