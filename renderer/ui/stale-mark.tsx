import './stale-mark.css';

/** After a figure that is of an index price of before, or was computed with one. */
export function StaleMark({ text }: { readonly text: string }) {
  return (
    <>
      {' '}
      <span className="stale-mark" title="The index price is old.">
        {text}
      </span>
    </>
  );
}
