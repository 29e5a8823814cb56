import { useState } from 'react';
import { type RfqBook, withNamed, withoutNamed } from '../../../../shared/rfq/book.ts';
import {
  describeOwn,
  type OwnStructure,
  pickExpiries,
  savedLegs,
  solveOwn,
} from '../../../../shared/rfq/own-structures.ts';
import type { Direction } from '../../../../shared/service/fields.ts';
import { nextSettlement } from '../../../../shared/service/calendar.ts';
import { parseExpiry } from '../../../../shared/service/option-name.ts';
import { useCallNames, useFutureNames } from '../../../api/rfq-queries.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { setLegs } from '../../../stores/rfq/rfq-store.ts';
import { readServiceNow } from '../../../stores/session-store.ts';
import { describeSaveProblem } from '../rfq-text.ts';
import { PAIRS } from './solved-amounts.ts';
import { SolvedLegs } from './solved-legs.tsx';
import { useRfqBook } from '../use-book.ts';
import { expiriesOf, useChains } from './use-chain.ts';
import { useHeldLegs, useSizedLegs } from './use-solved.ts';
import type { RfqView } from '../use-rfq.ts';

interface OwnStructuresProps {
  readonly view: RfqView;
  readonly onClose: () => void;
}

/** The trader's own structures: taken for any pair of today, and kept from the composer's legs. */
export function OwnStructures({ view, onClose }: OwnStructuresProps) {
  const { book, save, problem } = useRfqBook();
  const [chosen, setChosen] = useState('');
  const structure = book.structures.find(({ name }) => name === chosen) ?? book.structures[0] ?? null;
  return (
    <Dialog title="Your structures" isWide onClose={onClose}>
      {structure === null ? (
        <p className="muted">None kept yet. Compose legs and save them here by days to expiry and delta.</p>
      ) : (
        <>
          <label className="rfq-keep">
            Structure
            <select data-first-focus value={structure.name} onChange={({ target }) => setChosen(target.value)}>
              {book.structures.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <button
              type="button"
              className="button"
              onClick={() =>
                save((latest) => ({ ...latest, structures: withoutNamed(latest.structures, structure.name) }))
              }
            >
              Forget it
            </button>
          </label>
          <Solve key={structure.name} structure={structure} onTaken={onClose} />
        </>
      )}
      <Keep view={view} book={book} onKeep={save} />
      {problem === null ? null : <p className="dialog-problem">{problem}</p>}
    </Dialog>
  );
}

function Solve({ structure, onTaken }: { readonly structure: OwnStructure; readonly onTaken: () => void }) {
  const [pair, setPair] = useState('BTC');
  const [side, setSide] = useState<Direction>('buy');
  const nowMs = readServiceNow();
  const calls = useCallNames(pair).data ?? [];
  const listed = expiriesOf(calls);
  const days = structure.expiries.map((expiry) => expiry.days);
  const listedMs = listed.map((expiry) => parseExpiry(expiry) ?? 0);
  const picked = pickExpiries(days, listedMs, nowMs) ?? [];
  const chains = useChains(
    calls,
    picked.map((ms) => listed[listedMs.indexOf(ms)] ?? ''),
  );
  const futures = useFutureNames(pair).data ?? [];
  const solved = solveOwn({ structure, side, chains, futures, nowMs });
  const legs = solved.ok ? solved.value : [];
  // Legs are not held beyond a settlement: one of them may expire there.
  const question = [structure.name, side, pair, ...picked, nextSettlement(nowMs)].join(' ');
  const sized = useHeldLegs(question, useSizedLegs(legs, null, chains[0]?.forwardText ?? null));
  return (
    <form
      className="rfq-template"
      onSubmit={(event) => {
        event.preventDefault();
        if (sized.legs === null) return;
        setLegs(sized.legs);
        onTaken();
      }}
    >
      <label>
        Side
        <select value={side} onChange={({ target }) => setSide(target.value === 'sell' ? 'sell' : 'buy')}>
          <option value="buy">As kept</option>
          <option value="sell">The other way round</option>
        </select>
      </label>
      <label>
        Pair
        <select value={pair} onChange={({ target }) => setPair(target.value)}>
          {PAIRS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <SolvedLegs legs={sized.shown} problem={solved.ok ? null : solved.error} isReady={sized.legs !== null} />
    </form>
  );
}

interface KeepProps {
  readonly view: RfqView;
  readonly book: RfqBook;
  readonly onKeep: (edit: (latest: RfqBook) => RfqBook) => void;
}

function Keep({ view, book, onKeep }: KeepProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  if (view.verdict.structure === null) return null;

  function keep(): void {
    const legs = savedLegs(view.priced);
    const described = legs.ok ? describeOwn(name.trim(), legs.value, view.serviceNowMs) : legs;
    if (!described.ok) {
      setProblem(describeSaveProblem(described.error));
      return;
    }
    setProblem(null);
    setName('');
    onKeep((latest) => ({ ...latest, structures: withNamed(latest.structures, described.value) }));
  }

  const isKnown = book.structures.some((known) => known.name === name.trim());
  return (
    <form
      className="rfq-keep"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') keep();
      }}
    >
      <label>
        Keep the composer’s legs as
        <input className="rfq-input" maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
      </label>
      <button type="submit" className="button" disabled={name.trim() === ''}>
        {isKnown ? 'Replace it' : 'Keep them'}
      </button>
      {problem === null ? null : <p className="dialog-problem">{problem}</p>}
    </form>
  );
}
