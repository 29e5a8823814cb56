interface TabsProps {
  /** Of the panel that the tabs switch: names their elements. */
  readonly panelId: string;
  readonly items: readonly string[];
  readonly shown: string;
  readonly onChoose: (item: string) => void;
}

/** One tab for each currency; arrows move between them. */
export function CurrencyTabs({ panelId, items, shown, onChoose }: TabsProps) {
  function move(step: number): void {
    const index = items.indexOf(shown);
    const next = items[(index + step + items.length) % items.length];
    if (next === undefined) return;
    onChoose(next);
    document.getElementById(`${panelId}-tab-${next}`)?.focus();
  }
  return (
    <div
      role="tablist"
      aria-label="Account currency"
      className="panel-tabs"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      {items.map((item) => (
        <button
          key={item}
          id={`${panelId}-tab-${item}`}
          type="button"
          role="tab"
          className="panel-tab"
          aria-selected={item === shown}
          aria-controls={panelId}
          tabIndex={item === shown ? 0 : -1}
          onClick={() => onChoose(item)}
        >
          {item}
        </button>
      ))}
    </div>
  );
}
