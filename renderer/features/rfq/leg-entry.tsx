import { useId } from 'react';
import { MOST_RFQ_LEGS } from '../../../shared/rfq/draft.ts';
import { parsePastedLegs } from '../../../shared/rfq/paste.ts';
import { useInstrumentEntry } from '../../api/instrument-entry.ts';
import { useBackend } from '../../api/backend.ts';
import { readInstrument } from '../../api/queries.ts';
import { Combobox } from '../../ui/combobox.tsx';
import { addLegs } from '../../stores/rfq-store.ts';
import type { RfqView } from './use-rfq.ts';

/** Adds a leg by its name, with a side and an amount before it if typed: `sell 50 BTC-27MAR27-90000-P`. */
export function LegEntry({ view }: { readonly view: RfqView }) {
  const backend = useBackend();
  const entry = useInstrumentEntry((name) => {
    const shared = view.verdict.structure?.amount;
    const isAlike = name.split('-').length === view.legs[0]?.leg.instrumentName.split('-').length;
    const minimum = readInstrument(backend, name)?.block_trade_min_trade_amount;
    const amount = (isAlike ? shared : undefined) ?? minimum ?? '';
    addLegs([{ instrumentName: name, direction: 'buy', amount }]);
  });
  const isFull = view.legs.length >= MOST_RFQ_LEGS;
  const problemId = useId();

  function commit(text: string): void {
    const { legs, unread } = parsePastedLegs(text);
    const [leg] = legs;
    if (leg === undefined || unread.length > 0 || (leg.direction === null && leg.amount === null)) {
      void entry.commit(text);
      return;
    }
    const known = legs.map(({ instrumentName, direction, amount }) => ({
      instrumentName,
      direction: direction ?? ('buy' as const),
      amount: amount ?? '',
    }));
    entry.type('');
    addLegs(known);
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
