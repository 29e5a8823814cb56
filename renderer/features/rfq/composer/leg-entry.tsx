import { useId } from 'react';
import { MOST_RFQ_LEGS } from '../../../../shared/rfq/draft.ts';
import { describeUnread, findConflict, parsePastedLegs } from '../../../../shared/rfq/paste.ts';
import { useInstrumentEntry } from '../../../api/instrument-entry.ts';
import { Combobox } from '../../../ui/controls/combobox.tsx';
import { addLegs } from '../../../stores/rfq/rfq-store.ts';
import { completeLeg, useStartAmount } from './start-amount.ts';
import type { RfqView } from '../use-rfq.ts';

/** Adds a leg by its name, with a side and an amount before it if typed: `sell 50 BTC-27MAR27-90000-P`. */
export function LegEntry({ view }: { readonly view: RfqView }) {
  const startAmount = useStartAmount(view);
  const entry = useInstrumentEntry((name) =>
    addLegs([completeLeg({ instrumentName: name, direction: null, amount: null }, startAmount)]),
  );
  const isFull = view.legs.length >= MOST_RFQ_LEGS;
  const problemId = useId();

  function commit(text: string): void {
    const { legs, unread } = parsePastedLegs(text);
    const [leg] = legs;
    const fault = unread.length > 0 ? describeUnread(unread) : findConflict(legs);
    const isName = leg === undefined ? !/\s/.test(text.trim()) : leg.direction === null && leg.amount === null;
    if (isName) {
      void entry.commit(text);
      return;
    }
    if (fault !== null) {
      entry.refuse(fault);
      return;
    }
    entry.type('');
    addLegs(legs.map((typed) => completeLeg(typed, startAmount)));
  }

  return (
    <div className="rfq-entry">
      <Combobox
        label="Add a leg"
        placeholder={
          isFull ? `${MOST_RFQ_LEGS} legs are the most` : 'Type an instrument, or “sell 50 BTC-…-P”, and press Enter'
        }
        text={entry.text}
        options={entry.options}
        isInvalid={entry.problem !== null}
        describedBy={entry.problem === null ? undefined : problemId}
        onType={entry.type}
        onCommit={commit}
      />
      {entry.problem === null ? null : (
        <p id={problemId} className="rfq-issue rfq-issue-error" role="alert">
          {entry.problem}
        </p>
      )}
    </div>
  );
}
