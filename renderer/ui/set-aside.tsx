import './window-notice.css';

/** In place of a page of the main window once another one is open: it shows and does nothing more. */
export function SetAside() {
  return (
    <main className="window-notice" role="alert">
      <h1>The terminal is used in another tab</h1>
      <p>
        Only one page at a time is the main window, so that two don’t undo each other’s workspaces. This one has
        stopped: it saves and sends nothing. What you had typed here stands in the other tab, and comes back here with
        you.
      </p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Use it here
      </button>
    </main>
  );
}
