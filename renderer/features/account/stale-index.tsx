/** Beside a figure that was computed with an index price of before. */
export function StaleIndex() {
  return (
    <span className="stale-index" title="The index price that this is computed with has not come anew for some time.">
      {' '}
      index stale
    </span>
  );
}
