import { useEffect, useLayoutEffect, useState } from 'react';
import { type DecimalString } from '../../../../shared/decimal.ts';
import { isInverse } from '../../../../shared/orders/facts.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import { useInstrumentEntry } from '../../../api/instrument-entry.ts';
import { Hints } from '../forecast/hints.tsx';
import { selectInstrument, selectionStore } from '../../../stores/workspace/selection-store.ts';
import { ticketFillStore } from '../../../stores/orders/ticket-fill-store.ts';
import { Combobox } from '../../../ui/controls/combobox.tsx';
import { usePanelFrame, usePanelLink } from '../../../ui/panel-frame.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

/** A longer name, of a combo, is written smaller. */
const LONG_CHARACTERS = 30;

interface InstrumentFieldProps {
  readonly id: string;
  readonly instrumentName: string | null;
  readonly instrument: Instrument | null;
  readonly tick: DecimalString | null;
  /** The name that stands in the field and is not the ticket's; null when what is shown is what is sold. */
  readonly onPending: (name: string | null) => void;
}

/** The instrument to sell; typing looks another one up. While another name stands here, nothing can be sold. */
export function InstrumentField({ id, instrumentName, instrument, tick, onPending }: InstrumentFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const link = usePanelLink();
  const entry = useInstrumentEntry(
    (name) => {
      setTyping(false);
      selectInstrument(name, link);
    },
    { isChoice: true },
  );
  const pending = isTyping && entry.text !== instrumentName ? entry.text : null;
  useLayoutEffect(() => onPending(pending), [pending, onPending]);
  const text = isTyping ? entry.text : (instrumentName ?? '');
  const lengthClass = text.length > LONG_CHARACTERS ? 'ticket-instrument-long' : '';

  function giveUp(): void {
    setTyping(false);
    entry.type('');
  }

  const panelKey = usePanelFrame()?.key ?? null;
  // Another one was selected, or a draft has come: that is the newer wish. What is being typed here stays.
  useEffect(() =>
    selectionStore.subscribe((now, before) => {
      if (now[link].instrumentName === before[link].instrumentName) return;
      if (entry.drop() || document.activeElement?.id !== id) giveUp();
    }),
  );
  useEffect(() =>
    ticketFillStore.subscribe(({ fill: now }, { fill: before }) => {
      if ((now ?? before)?.panelKey === panelKey) giveUp();
    }),
  );

  return (
    <>
      <Combobox
        id={id}
        label="Instrument"
        className={`ticket-input ticket-instrument ${lengthClass} ${entry.problem === null ? '' : 'ticket-input-invalid'}`}
        title={text}
        text={text}
        placeholder="Type a name"
        options={isTyping ? entry.options : []}
        isInvalid={entry.problem !== null}
        describedBy={`${id}-hint`}
        onType={(typed) => {
          setTyping(true);
          entry.type(typed);
        }}
        onCommit={(name) => {
          if (name === instrumentName) giveUp();
          else void entry.commit(name);
        }}
        onLeave={(how) => {
          const name = entry.text.trim();
          if (how === 'escape' || name === '') giveUp();
          // Left with a name typed: that is the one that was meant, not the one before.
          else if (isTyping && entry.problem === null) void entry.commit(name);
        }}
      >
        <Hints id={`${id}-hint`} text={isTyping ? '' : describeContract(instrument, tick)} />
      </Combobox>
      {entry.problem === null ? null : (
        <p className="issue issue-error" role="alert">
          {entry.problem}
        </p>
      )}
    </>
  );
}

/** The tick, then how the contract settles; of options, most of which settle in their coin, only where one does not. */
function describeContract(instrument: Instrument | null, tick: DecimalString | null): string {
  if (instrument === null || tick === null) return '';
  const step = `tick ${formatDecimal(tick)}`;
  if (instrument.kind === 'spot') return `${step} · spot`;
  if (!isInverse(instrument)) return `${step} · linear`;
  return instrument.kind === 'option' ? step : `${step} · inverse`;
}
