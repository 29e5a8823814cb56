import { askEarly } from './ask-early.ts';
import { openPort } from './port.ts';
import { readWindowId } from './window-address.ts';

/** The window's way to the back end, open since the page's first script. A window of its own shows no list by itself. */
export const EARLY_PORT = askEarly(openPort(window), readWindowId(window.location.search) === null);
