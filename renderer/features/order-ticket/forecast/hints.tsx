import './hints.css';

interface HintsProps {
  readonly id: string;
  /** In parts between ` · `; the last gives way first. */
  readonly text: string;
}

/** What stands at the end of a field, such as its step: each part whole, or not in sight where there is no room. */
export function Hints({ id, text }: HintsProps) {
  const parts = text === '' ? [] : text.split(' · ');
  return (
    <span id={id} className="ticket-hints" title={text}>
      {parts.map((part, index) => (
        <span key={part}>
          {index === 0 ? '' : '· '}
          {part}{' '}
        </span>
      ))}
    </span>
  );
}
