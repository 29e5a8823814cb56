import './api/muted-page.ts';
import './api/early-port.ts';

// The session is on its way before the program itself is read; the page asks for both files at once.
void import('./window.tsx');
