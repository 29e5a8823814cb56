/** The two names that cross Electron's IPC; which call or event it is travels inside. */
export const REQUEST = 'strikedesk:request';
export const EVENT = 'strikedesk:event';
