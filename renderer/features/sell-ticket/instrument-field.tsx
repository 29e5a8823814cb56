import { useState } from 'react';
import { type DecimalString, formatDecimal } from '../../../shared/decimal.ts';
import { isInverse } from '../../../shared/orders/facts.ts';
import type { Instrument } from '../../../shared/service/instrument.ts';
import { useInstrumentEntry } from '../../api/instrument-entry.ts';
import { selectInstrument } from '../../stores/selection-store.ts';
import { Combobox } from '../../ui/combobox.tsx';

interface InstrumentFieldProps {
  readonly instrumentName: string | null;
  readonly instrument: Instrument | null;
  readonly tick: DecimalString | null;
}

/** The instrument to sell; typing looks another one up. */
export function InstrumentField({ instrumentName, instrument, tick }: InstrumentFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const entry = useInstrumentEntry((name) => {
    setTyping(false);
    selectInstrument(name);
  });
  return (
    <>
      <Combobox
        id="ticket-instrument"
        label="Instrument"
        className={`ticket-input ${entry.problem === null ? '' : 'ticket-input-invalid'}`}
        text={isTyping ? entry.text : (instrumentName ?? '')}
        placeholder="Type a name"
        options={isTyping ? entry.options : []}
        isInvalid={entry.problem !== null}
        describedBy="ticket-instrument-hint"
        onType={(text) => {
          setTyping(true);
          entry.type(text);
        }}
        onCommit={(name) => {
          if (name === instrumentName) setTyping(false);
          else void entry.commit(name);
        }}
        onLeave={() => {
          if (entry.problem !== null) return;
          setTyping(false);
          entry.type('');
        }}
      >
        <span id="ticket-instrument-hint" className="ticket-suffix">
          {isTyping ? '' : describeContract(instrument, tick)}
        </span>
      </Combobox>
      {entry.problem === null ? null : (
        <p className="issue issue-error" role="alert">
          {entry.problem}
        </p>
      )}
    </>
  );
}

/** How the contract settles and its tick; an option's name says the first already. */
function describeContract(instrument: Instrument | null, tick: DecimalString | null): string {
  if (instrument === null || tick === null) return '';
  const step = `tick ${formatDecimal(tick)}`;
  if (instrument.kind === 'option') return step;
  if (instrument.kind === 'spot') return `spot · ${step}`;
  return `${isInverse(instrument) ? 'inverse' : 'linear'} · ${step}`;
}
