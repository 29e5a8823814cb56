import './window-notice.css';

/** In place of a page of the main window once another one is open: it shows and does nothing more. */
export function SetAside() {
  return (
    <main className="window-notice" role="alert">
      <h1>The terminal is used in another tab</h1>
      <p>
        Only one page can be the main window. This page saves and sends nothing. What you typed here is in the other tab
        and comes back with you.
      </p>
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Use it here
      </button>
    </main>
  );
}
