import type { CommandState } from '../../../../shared/ipc/schemas/amend-schema.ts';
import { useBackend } from '../../../api/backend.ts';
import { Pill } from '../../../ui/controls/pill.tsx';
import { compareAmended, describeAmend, TERM_NAMES, toneOfAmend } from '../../../ui/order-words/amend-text.ts';

/** The state of the amend that was sent, asked against booked. */
export function AmendOutcome({ state }: { readonly state: CommandState }) {
  const { client } = useBackend();
  const terms = state.verdict === 'accepted' ? compareAmended(state) : [];
  const settle = (said: 'applied' | 'not_applied' | null): void =>
    void client.request('amends.settle', { command_id: state.command.command_id, said }).catch(() => undefined);
  return (
    <div className="amend-outcome" role="status">
      <Pill tone={toneOfAmend(state)}>{describeAmend(state)}</Pill>
      {terms.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">Term</th>
              <th scope="col">Asked</th>
              <th scope="col">Booked</th>
            </tr>
          </thead>
          <tbody>
            {terms.map(({ term, asked, booked, isAsAsked }) => (
              <tr key={term} className={isAsAsked ? '' : 'order-missed'}>
                <th scope="row">{TERM_NAMES[term]}</th>
                <td className="number">{asked}</td>
                <td className="number">{booked}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {state.verdict === 'unknown' ? (
        <span className="amend-settle">
          <button type="button" className="button" onClick={() => settle(null)}>
            Look it up now
          </button>
          {state.is_escalated ? (
            <>
              <button type="button" className="button" onClick={() => settle('applied')}>
                It was amended
              </button>
              <button type="button" className="button" onClick={() => settle('not_applied')}>
                It was not amended
              </button>
            </>
          ) : null}
        </span>
      ) : null}
    </div>
  );
}
