import { askEarly } from './ask-early.ts';
import { openPort } from './port.ts';
import { readWindowId } from './window-address.ts';

/** Which window this page makes; null: the main one. */
export const WINDOW_ID = readWindowId(window.location.search);

/** What the session is opened with: of the main window's pages each has a name of its own, until it is loaded anew. */
export const OPENING = WINDOW_ID === null ? { main_page: crypto.randomUUID() } : null;

/** The window's way to the back end, open since the page's first script. */
export const EARLY_PORT = askEarly(openPort(window), OPENING);
