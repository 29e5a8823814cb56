/** Empties the ticket. */
export function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return (
    <button
      type="button"
      className="bar-button"
      aria-label="Clear"
      title="Empty every field of the ticket"
      onClick={onClear}
    >
      <span aria-hidden="true">⌫</span>
    </button>
  );
}
