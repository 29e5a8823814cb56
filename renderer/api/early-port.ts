import { askEarly } from './ask-early.ts';
import { openPort } from './port.ts';

/** The window's way to the back end, open since the page's first script. */
export const EARLY_PORT = askEarly(openPort(window));
