import './working.css';

interface WorkingProps {
  /** What goes on, in words. */
  readonly text: string;
  /** How far it is, 0 to 1; not given: nobody knows. */
  readonly share?: number;
}

/** Something that takes its time: what it is, and how far. The bar comes with the first half second, so that what is quick doesn't flicker. */
export function Working({ text, share }: WorkingProps) {
  return (
    <span className="working" role="status">
      <WorkingBar share={share} text={text} />
      {text}
    </span>
  );
}

/** The bar alone, where the words stand elsewhere. */
export function WorkingBar({ text, share }: { readonly text: string; readonly share?: number | undefined }) {
  return (
    <progress className="working-bar" aria-label={text} max={1} {...(share === undefined ? {} : { value: share })} />
  );
}
