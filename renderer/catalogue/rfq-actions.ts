import type { Action } from '../actions/action.ts';
import { showPanel } from './show-panel.ts';
import { legsStore } from '../stores/rfq/legs-store.ts';

const inComposer = (command: string) => () => showPanel('rfq-composer', command);
const whyNoLegs = () => (legsStore.getState().legs.length === 0 ? 'The composer has no legs yet.' : null);

/** Actions on the composed Block RFQ and on the tape. */
export const RFQ_ACTIONS: readonly Action[] = [
  {
    id: 'rfq.structures',
    title: 'Structures…',
    group: 'Block RFQ',
    explanation: 'Fills the composer with the legs of a named structure.',
    words: 'template spread straddle strangle legs block rfq',
    key: null,
    run: inComposer('rfq.structures'),
  },
  {
    id: 'rfq.own',
    title: 'Your own structures…',
    group: 'Block RFQ',
    explanation: 'Your saved structures, and how to save this one.',
    words: 'template own saved legs block rfq',
    key: null,
    run: inComposer('rfq.own'),
  },
  {
    id: 'rfq.paste',
    title: 'Paste legs…',
    group: 'Block RFQ',
    explanation: 'Reads legs from a text: one a line, or JSON.',
    words: 'import json block rfq',
    key: null,
    run: inComposer('rfq.paste'),
  },
  {
    id: 'rfq.flip',
    title: 'Flip side of every leg',
    group: 'Block RFQ',
    explanation: 'Swaps buys and sells of legs and hedge.',
    words: 'reverse direction buy sell block rfq',
    key: null,
    whyNot: whyNoLegs,
    run: inComposer('rfq.flip'),
  },
  {
    id: 'rfq.clear',
    title: 'Clear the composer',
    group: 'Block RFQ',
    explanation: 'Takes out legs, hedge, makers and allocations. What was requested stays.',
    words: 'empty legs block rfq',
    key: null,
    whyNot: whyNoLegs,
    run: inComposer('rfq.clear'),
  },
  {
    id: 'rfq.request',
    title: 'Request quotes',
    group: 'Block RFQ',
    explanation: 'Shows the request to confirm before it is sent. Sends nothing by itself.',
    words: 'send block rfq',
    key: null,
    isGrave: true,
    whyNot: whyNoLegs,
    run: inComposer('rfq.request'),
  },
  {
    id: 'tape.day',
    title: 'Public tape: an older day',
    group: 'Block RFQ',
    explanation: 'Fetches one more day of the public tape.',
    words: 'fetch history prints',
    key: null,
    run: () => showPanel('rfq-tape', 'tape.day'),
  },
  {
    id: 'tape.week',
    title: 'Public tape: 7 days',
    group: 'Block RFQ',
    explanation: 'Fetches the public tape of the last seven days.',
    words: 'fetch history prints week',
    key: null,
    run: () => showPanel('rfq-tape', 'tape.week'),
  },
];
