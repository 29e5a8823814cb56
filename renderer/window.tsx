import './api/strict-zod.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/theme/tokens.css';
import './ui/theme/themes.css';
import './ui/theme/base.css';
import './ui/theme/forced-colors.css';
import { assertDefined } from '../shared/result.ts';
import { keepComposition } from './actions/composition.ts';
import { callIn, callOut, followGone } from './api/own-window-calls.ts';
import { createBackend } from './api/backend.ts';
import { EARLY_PORT, OPENING, WINDOW_ID } from './api/early-port.ts';
import { isDesktop } from './api/port.ts';
import { isSafePage } from './api/window-address.ts';
import { refuseForeignDrops } from './api/refuse-drops.ts';
import { reportBreaches, reportUncaughtErrors } from './api/report-error.ts';
import { App } from './app.tsx';
import { followTheme } from './app-theme.ts';
import { registerGridModules } from './grid/modules.ts';
import { PANELS } from './panels.ts';
import { followSelections } from './stores/workspace/selection-sync.ts';
import { startSync } from './stores/sync.ts';
import { leaveSharedNews } from './stores/toast-store.ts';
import { endTelling, followTold } from './stores/told-store.ts';
import { setSounding } from './ui/tone.ts';
import { listOwnPanels, offerBack } from './workspace/bring-back.ts';
import { afterFirstSight, endFirstSight, limitFirstSight } from './workspace/first-sight.ts';

// Before any other handler of keys.
keepComposition(window);
registerGridModules();
refuseForeignDrops(window);

/** What the first prices do without is read after them. */
async function readContract() {
  await new Promise<void>(afterFirstSight);
  return import('../shared/ipc/contract.ts');
}

const backend = createBackend(EARLY_PORT, readContract, WINDOW_ID, OPENING);
reportUncaughtErrors(window, backend.client);
reportBreaches(document, backend.client);
followTheme(document.documentElement);
startSync(backend, () => window.location.reload(), isSafePage(window.location.search));
limitFirstSight();
// A trader who acts wants all of it now.
for (const type of ['pointerdown', 'keydown'])
  window.addEventListener(type, endFirstSight, { capture: true, once: true });
if (backend.windowId !== null) {
  setSounding('never');
  leaveSharedNews();
}
if (backend.windowId === null && isDesktop(window)) setSounding('always');
followTold(new BroadcastChannel('strikedesk told'));
window.addEventListener('pagehide', endTelling);
followSelections(new BroadcastChannel('strikedesk'), backend.windowId !== null);
if (backend.windowId === null) followGone((gone) => offerBack(gone, PANELS));
else {
  const { windowId } = backend;
  callIn(windowId);
  window.addEventListener('pagehide', () => callOut(windowId, listOwnPanels()));
}

createRoot(assertDefined(document.getElementById('root'), 'index.html has a root element')).render(
  <StrictMode>
    <App backend={backend} />
  </StrictMode>,
);
