import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JOURNAL_KINDS, type JournalEntry } from '../../../../shared/ipc/schemas/journal-schema.ts';
import { writeCsvHeader, writeCsvLine } from '../../../../shared/journal/csv.ts';
import { describeEntry, JOURNAL_GROUPS, nameKind } from '../../../../shared/journal/describe.ts';
import { matchesJournalQuery } from '../../../../shared/journal/match.ts';

function entry(kind: JournalEntry['kind'], fields: JournalEntry['fields'] = {}): JournalEntry {
  return { sequence: 7, at: Date.UTC(2026, 10, 21, 13), service_at: null, kind, fields, hash: 'ab' };
}

describe('an entry in words', () => {
  it.each([
    [
      entry('intent', {
        direction: 'sell',
        amount: '50000',
        instrument_name: 'BTC-PERPETUAL',
        type: 'limit',
        price: '97410.5',
        post_only: true,
        press: 'armed',
        acknowledged: ['price_far'],
      }),
      'Sell 50,000 USD of BTC-PERPETUAL, limit, post only at 97,410.5 USD; armed press, overriding price far.',
    ],
    [
      entry('outcome', { outcome: 'refused', refusal: 'post_only_reject', code: 11_054, reason: null }),
      'Rejected: post only reject (11054).',
    ],
    [entry('outcome', { outcome: 'accepted', order_state: 'open', filled_amount: '0' }), 'Accepted, open, filled 0.'],
    [
      entry('ladder', { from: null, to: '{"cap_usd":"5000","rung":"one_click"}', is_kept: true }),
      'Ladder set to cap usd 5,000, rung one click; before: the default.',
    ],
    [
      entry('profile_changed', {
        event: 'added',
        profile: 'Desk A',
        from: null,
        to: '{"kind":"test","name":"Desk A"}',
      }),
      'Profile Desk A was added: kind test, name Desk A.',
    ],
    [
      entry('profile_changed', { event: 'key_stored', profile: 'Desk A', from: null, to: null }),
      'Profile Desk A was given a key.',
    ],
    [entry('profile_changed', { event: 'vault_refused' }), 'Unlocking the credentials failed.'],
    [entry('trading_stopped', { is_kept: false }), 'Trading stopped, but not stored.'],
    [entry('cut_found', { count: 8 }), 'The journal was cut or replaced: its head counts 8 entries.'],
    [entry('cut_found', { count: null }), 'The journal’s head file was missing.'],
    [
      entry('account_cancelled', { count: 3, reason: 'BTC-PERPETUAL' }),
      'A cancel of all orders of the account was sent: 3 cancelled, none of BTC-PERPETUAL.',
    ],
    [entry('breaker', { from: 'open', to: 'closed' }), 'Reads pass again.'],
  ])('says what happened', (given, sentence) => {
    expect(describeEntry(given)).toBe(sentence);
  });

  it('of every kind has a name, a group and a whole sentence, whatever fields are missing', () => {
    for (const kind of JOURNAL_KINDS) {
      expect(nameKind(kind)).not.toBe('');
      expect(JOURNAL_GROUPS.filter(({ kinds }) => kinds.includes(kind))).toHaveLength(1);
      expect(describeEntry(entry(kind))).toMatch(/^\S.*\.$/);
      expect(describeEntry(entry(kind))).not.toMatch(/undefined|null|\[object/);
    }
  });
});

describe('a search', () => {
  it('finds every word in sentence or fields, in any case, within the kinds', () => {
    const sold = entry('intent', { label: 'Hedge-1', amount: '10', instrument_name: 'ETH-PERPETUAL' });
    expect(matchesJournalQuery(sold, { text: 'hedge eth', kinds: [] })).toBe(true);
    expect(matchesJournalQuery(sold, { text: 'hedge btc', kinds: [] })).toBe(false);
    expect(matchesJournalQuery(sold, { text: '', kinds: ['cancel'] })).toBe(false);
  });
});

/** Reads one line of RFC 4180. */
function readCells(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => (cell ?? '').replaceAll('""', '"'));
}

describe('a line of CSV', () => {
  it('gives back what went in, in as many cells as the header has, and none that a spreadsheet runs', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '|', ' =', '＝', '\u0001@'),
        (text, mark) => {
          const label = `${mark}${text}`;
          const cells = readCells(writeCsvLine(entry('intent', { label })));
          expect(cells).toHaveLength(writeCsvHeader().split(',').length);
          expect(cells[4]?.replace(/^'/, '')).toBe(label.replace(/^'/, ''));
          for (const cell of cells) expect(cell).not.toMatch(/^[\s\p{Cc}]*[=+\-@|＝＋－＠]|^[\t\r]/u);
          expect(JSON.parse(cells[6] ?? '')).toEqual({ label });
        },
      ),
      { seed: 1 },
    );
  });
});
