/**
 * What a window in a browser calls its WebSocket's protocol. The session's key is named after it, as if it were another:
 * in a header of the request, which is the first thing said, and in no address.
 */
export const WINDOW_PROTOCOL = 'strikedesk';

/** Largest frame that a window may send, bytes: one that is larger ends its connection. A little over the largest request. */
export const MOST_FRAME_BYTES = 4608 * 1024;
