import './choices.css';

interface Choice {
  /** What its button says. */
  readonly text: string;
  /** In full. */
  readonly title: string;
}

interface ChoicesProps<C extends Choice> {
  readonly label: string;
  readonly items: readonly C[];
  readonly chosen: C;
  readonly onChoose: (item: C) => void;
}

/** A row of short choices, one of them pressed. */
export function Choices<C extends Choice>({ label, items, chosen, onChoose }: ChoicesProps<C>) {
  return (
    <div className="choices" role="group" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.text}
          type="button"
          className="choice"
          aria-pressed={item === chosen}
          title={item.title}
          onClick={() => onChoose(item)}
        >
          {item.text}
        </button>
      ))}
    </div>
  );
}
