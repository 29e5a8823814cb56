import { mutePage } from './mute-page.ts';

// Imported before anything else: no other script of the page runs earlier.
mutePage(window);
