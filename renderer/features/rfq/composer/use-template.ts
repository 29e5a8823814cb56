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
import { PAIRS } from './solved-amounts.ts';
import { expiriesOf, useChains, type WatchedChain } from './use-chain.ts';
import { useHeldLegs, useSizedLegs } from './use-solved.ts';

const NO_CHAIN: WatchedChain = { strikes: [], forward: null, forwardText: null };

/** What is chosen of a structure, and the legs that it comes to at live prices. */
export type TemplateChoice = ReturnType<typeof useTemplate>;

/** Begins with the pair of the legs that are picked. */
export function useTemplate() {
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
  const firstTargets =
    by === 'delta' ? template.targets.map(({ delta }) => delta) : defaultPercents(template.targets.length);
  const typed = targets ?? firstTargets.map(String);
  const values = typed.map(Number);
  const method: StrikeMethod = by === 'delta' ? { by, targets: values } : { by, percents: values };
  const chains = template.expiries === 2 ? (far === '' ? [nearChain] : [farChain, nearChain]) : [nearChain];
  const solved = solveTemplate({ template, side, method, chains, futures: orderFutures(futures) });
  const legs = solved.ok ? solved.value : [];
  const question = [template.id, side, pair, near, far, by, ...typed, amount].join(' ');
  const wanted = readNumber(amount);
  // Never the least amount in place of one that was typed and can't be read.
  const isAmountRead = amount.trim() === '' || (wanted !== null && isPositive(wanted));
  const sized = useHeldLegs(question, useSizedLegs(isAmountRead ? legs : [], wanted, nearChain.forwardText));
  return {
    template,
    side,
    pair,
    by,
    typed,
    amount,
    isAmountRead,
    near: { chosen: near, listed },
    far: { chosen: far, listed: later },
    sized,
    problem: solved.ok ? null : solved.error,
    setSide,
    setPair,
    setTargets,
    setAmount,
    chooseTemplate: (id: string) => {
      setTemplate(TEMPLATES.find((known) => known.id === id) ?? template);
      setTargets(null);
    },
    chooseNear: (name: string) => setExpiries({ far: expiries.far, near: name }),
    chooseFar: (name: string) => setExpiries({ near, far: name }),
    chooseBy: (next: StrikeMethod['by']) => {
      setBy(next);
      setTargets(null);
    },
  };
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
