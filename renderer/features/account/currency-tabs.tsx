interface TabsProps {
  /** Of the panel that the tabs switch: names their elements. */
  readonly panelId: string;
  readonly items: readonly string[];
  readonly shown: string;
  readonly onChoose: (item: string) => void;
  /** Whether the one that is shown stays whatever is selected; left out where nothing is followed. */
  readonly isPinned?: boolean;
}

/** One tab for each currency; arrows move between them. */
export function CurrencyTabs({ panelId, items, shown, onChoose, isPinned }: TabsProps) {
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
          title={item === shown ? describePin(isPinned) : undefined}
          onClick={() => onChoose(item)}
        >
          {item}
          {item === shown && isPinned === true ? ' pinned' : null}
        </button>
      ))}
    </div>
  );
}

function describePin(isPinned: boolean | undefined): string | undefined {
  if (isPinned === undefined) return undefined;
  return isPinned
    ? 'Pinned. Click to follow the selected instrument again.'
    : 'Follows the selected instrument. Click to pin it.';
}
