import { Dialog } from '../../ui/controls/dialog.tsx';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import type { ListImport } from './use-list-import.ts';
import { Working } from '../../ui/working.tsx';

/** How an import goes, and then which lines were left out and why. */
export function ImportDialog({ state, onClose }: { readonly state: ListImport; readonly onClose: () => void }) {
  const { leftOut, problem, isDone } = state;
  return (
    <Dialog title={`Import of ${showForeign(state.fileName)}`} isWide onClose={onClose}>
      {problem === null && !isDone ? (
        <Working
          text={`Checked ${state.checked} of ${state.total} names…`}
          share={state.total === 0 ? 0 : state.checked / state.total}
        />
      ) : (
        <p role="status">{problem ?? summarise(state)}</p>
      )}
      {isDone && leftOut.length > 0 ? (
        // It scrolls, so it can have the focus.
        <div className="import-lines" role="region" aria-label="Lines left out" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Text</th>
                <th scope="col">Why it was left out</th>
              </tr>
            </thead>
            <tbody>
              {leftOut.map(({ line, text, reason }) => (
                <tr key={line}>
                  <td className="number">{line}</td>
                  <td className="import-text">{showForeign(text)}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <div className="dialog-end">
        <button type="button" className="button" data-first-focus onClick={onClose}>
          {isDone ? 'Close' : 'Stop'}
        </button>
      </div>
    </Dialog>
  );
}

function summarise({ added, leftOut }: ListImport): string {
  if (added.length + leftOut.length === 0) return 'The file names no instrument.';
  const taken = `${countOf(added.length, 'instrument')} added`;
  return leftOut.length === 0 ? `${taken}.` : `${taken}, ${countOf(leftOut.length, 'line')} left out.`;
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
