import { useState } from 'react';
import { isPositive } from '../../../../shared/decimal.ts';
import { readNumber } from '../../../../shared/orders/typed/typed-number.ts';
import {
  defaultPercents,
  solveTemplate,
  type StrikeMethod,
  type Template,
  TEMPLATES,
} from '../../../../shared/rfq/templates.ts';
import type { Direction } from '../../../../shared/service/fields.ts';
import { useCallNames, useFutureNames } from '../../../api/rfq-queries.ts';
import { useLegs } from '../../../stores/rfq/legs-store.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { setLegs } from '../../../stores/rfq/rfq-store.ts';
import { PAIRS } from './solved-amounts.ts';
import { SolvedLegs } from './solved-legs.tsx';
import { expiriesOf, useChains, type WatchedChain } from './use-chain.ts';
import { useHeldLegs, useSizedLegs } from './use-solved.ts';

const NO_CHAIN: WatchedChain = { strikes: [], forward: null, forwardText: null };

/** Builds a structure with strikes by delta or moneyness of live prices. */
export function TemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const [picked] = useLegs();
  const [template, setTemplate] = useState<Template>(TEMPLATES[5] ?? pickFirst());
  const [side, setSide] = useState<Direction>('buy');
  const [pair, setPair] = useState(PAIRS.find((known) => picked?.instrumentName.startsWith(`${known}-`)) ?? 'BTC');
  const [by, setBy] = useState<StrikeMethod['by']>('delta');
  const [targets, setTargets] = useState<readonly string[] | null>(null);
  const [expiries, setExpiries] = useState<{ readonly far: string; readonly near: string }>({ far: '', near: '' });
  const [amount, setAmount] = useState('');
  const calls = useCallNames(pair).data ?? [];
  const listed = expiriesOf(calls);
  const near = listed.includes(expiries.near)
    ? expiries.near
    : (listed[Math.floor(listed.length / 2) - 1] ?? listed[0] ?? '');
  const later = listed.slice(listed.indexOf(near) + 1);
  const far = later.includes(expiries.far) ? expiries.far : (later[0] ?? '');
  const watched = useChains(calls, [template.expiries > 0 ? near : '', template.expiries === 2 ? far : '']);
  const [nearChain = NO_CHAIN, farChain = NO_CHAIN] = watched;
  const futures = useFutureNames(pair).data ?? [];
  const ordered = orderFutures(futures);
  const firstTargets =
    by === 'delta' ? template.targets.map(({ delta }) => delta) : defaultPercents(template.targets.length);
  const typed = targets ?? firstTargets.map(String);
  const values = typed.map(Number);
  const method: StrikeMethod = by === 'delta' ? { by, targets: values } : { by, percents: values };
  const chains = template.expiries === 2 ? (far === '' ? [nearChain] : [farChain, nearChain]) : [nearChain];
  const solved = solveTemplate({ template, side, method, chains, futures: ordered });
  const legs = solved.ok ? solved.value : [];
  const question = [template.id, side, pair, near, far, by, ...typed, amount].join(' ');
  const wanted = readNumber(amount);
  // Never the least amount in place of one that was typed and can't be read.
  const isAmountRead = amount.trim() === '' || (wanted !== null && isPositive(wanted));
  const sized = useHeldLegs(question, useSizedLegs(isAmountRead ? legs : [], wanted, nearChain.forwardText));
  const problem = solved.ok ? null : solved.error;

  function take(): void {
    if (sized.legs === null) return;
    setLegs(sized.legs);
    onClose();
  }

  return (
    <Dialog title="Structures" isWide onClose={onClose}>
      <form
        className="rfq-template"
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <label>
          Structure
          <select
            aria-label="Structure"
            data-first-focus
            value={template.id}
            onChange={(event) => {
              setTemplate(TEMPLATES.find(({ id }) => id === event.target.value) ?? template);
              setTargets(null);
            }}
          >
            {TEMPLATES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Side
          <select value={side} onChange={(event) => setSide(event.target.value === 'sell' ? 'sell' : 'buy')}>
            <option value="buy">Buy</option>
            <option value="sell">Sell</option>
          </select>
        </label>
        <label>
          Pair
          <select value={pair} onChange={(event) => setPair(event.target.value)}>
            {PAIRS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Amount
          <input
            type="text"
            placeholder={sized.wanted === null ? 'block minimum' : `least: ${sized.wanted}`}
            maxLength={32}
            aria-invalid={!isAmountRead}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </label>
        {template.expiries === 0 ? null : (
          <label>
            {template.expiries === 2 ? 'Near expiry' : 'Expiry'}
            <select value={near} onChange={(event) => setExpiries({ far: expiries.far, near: event.target.value })}>
              {listed.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        {template.expiries < 2 ? null : (
          <label>
            Far expiry
            <select value={far} onChange={(event) => setExpiries({ near, far: event.target.value })}>
              {later.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
        {template.targets.length === 0 ? null : (
          <label>
            Strikes by
            <select
              value={by}
              onChange={(event) => {
                setBy(event.target.value === 'moneyness' ? 'moneyness' : 'delta');
                setTargets(null);
              }}
            >
              <option value="delta">delta</option>
              <option value="moneyness">% of the forward</option>
            </select>
          </label>
        )}
        {template.targets.map((target, slot) => (
          // oxlint-disable-next-line react/no-array-index-key -- targets are told apart by their rank
          <label key={slot}>
            {by === 'delta'
              ? `${target.type === 'put' ? 'Put' : 'Call'} delta, strike ${slot + 1}`
              : `Percent, strike ${slot + 1}`}
            <input
              type="text"
              inputMode="decimal"
              maxLength={12}
              value={typed[slot] ?? ''}
              onChange={(event) => setTargets(typed.map((text, at) => (at === slot ? event.target.value : text)))}
            />
          </label>
        ))}
        <SolvedLegs
          legs={sized.shown}
          problem={isAmountRead ? problem : 'amount_unreadable'}
          isReady={sized.legs !== null}
        />
      </form>
    </Dialog>
  );
}

function pickFirst(): Template {
  const [first] = TEMPLATES;
  if (first === undefined) throw new Error('there are templates');
  return first;
}

/** The dated futures with the farthest first, then the perpetual: a spread is the last dated one against it. */
function orderFutures(names: readonly string[]): string[] {
  const dated = names.filter((name) => !name.endsWith('-PERPETUAL'));
  const perpetual = names.filter((name) => name.endsWith('-PERPETUAL'));
  return [
    ...expiriesOf(dated)
      .toReversed()
      .flatMap((expiry) => dated.filter((name) => name.endsWith(`-${expiry}`)))
      .slice(0, 1),
    ...perpetual,
  ];
}
