import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_DRAFT, type OrderDraft } from '../../../../shared/orders/draft.ts';
import {
  findInstrumentWord,
  isOrderLine,
  LINE_EXAMPLES,
  parseOrderLine,
} from '../../../../shared/orders/typed/order-line.ts';
import { isPostOnlyPossible, ORDER_TYPE_TRAITS } from '../../../../shared/orders/order-types.ts';

const OPTION = 'BTC-27MAR26-100000-C';
const NAMES = [
  'BTC-PERPETUAL',
  'BTC_USDC-PERPETUAL',
  OPTION,
  'BTC-27MAR26-100000-P',
  'BTC_USDC-27MAR26-100000-C',
  'BTC_USDC',
];

const sell = (line: string): OrderDraft => {
  const parsed = parseOrderLine(line, NAMES);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
const faults = (line: string) => {
  const parsed = parseOrderLine(line, NAMES);
  return parsed.ok ? [] : parsed.error;
};

const STOP_LIMIT = {
  amount: '50000',
  type: 'stop_limit',
  trigger: 'mark_price',
  trigger_price: '96500',
  price: '96400',
} as const;

describe('a line', () => {
  it.each<[string, Partial<OrderDraft>]>([
    ['s 10 BTC-PERPETUAL 97410 post', { amount: '10', price: '97410', post_only: true }],
    [
      'sell 5k btc-perp mkt reduce label=hedge-1 gtc',
      { amount: '5000', type: 'market', price: '', reduce_only: true, label: 'hedge-1', post_only: false },
    ],
    ['S 1.5M Btc-Perp @97.4k Cross', { amount: '1500000', price: '97400', post_only: false }],
    ['s 3ct btc-perp 97410 reject', { amount: '', contracts: '3', price: '97410', reject_post_only: true }],
    ['s 10 97410 btc-perp day', { amount: '10', price: '97410', time_in_force: 'good_til_day', post_only: false }],
    [
      `s 5 ${OPTION} iv=54.5 ioc`,
      {
        instrument_name: OPTION,
        amount: '5',
        price: '54.5',
        advanced: 'implv',
        time_in_force: 'immediate_or_cancel',
        post_only: false,
      },
    ],
    [
      `s 5 ${OPTION} 54.5% gtc`,
      { instrument_name: OPTION, amount: '5', price: '54.5', advanced: 'implv', post_only: false },
    ],
    [`s 5 ${OPTION} $1.2k`, { instrument_name: OPTION, amount: '5', price: '1200', advanced: 'usd', post_only: false }],
    [
      's 50k btc-perp stop=95000 trigger=index',
      { amount: '50000', type: 'stop_market', trigger: 'index_price', trigger_price: '95000', post_only: false },
    ],
    [
      's 50k btc-perp take=99k 98900',
      {
        amount: '50000',
        type: 'take_limit',
        trigger: 'mark_price',
        trigger_price: '99000',
        price: '98900',
        post_only: false,
      },
    ],
    ['s 50k btc-perp 96400 stop=96500', { ...STOP_LIMIT, post_only: false }],
    ['s 50k btc-perp 96400 stop=96500 post', { ...STOP_LIMIT, post_only: true }],
    [
      's 50k btc-perp trail=500 trigger=last',
      { amount: '50000', type: 'trailing_stop', trigger: 'last_price', trigger_offset: '500', post_only: false },
    ],
    [
      's 500k btc-perp 97410 iceberg=1k mmp valid=2s label="hedge one"',
      { amount: '500000', price: '97410', display_amount: '1000', mmp: true, valid_for_ms: 2000, label: 'hedge one' },
    ],
    ['s 1k btc-perp @97,867.5', { amount: '1000', price: '97867.5' }],
    ['s 1k btc-perp $97,867.5', { amount: '1000', price: '97867.5' }],
    ['s 1k btc-perp @ 97.4k post', { amount: '1000', price: '97400' }],
    ['s 10 btc-27mar26-100000-c 0,0345', { instrument_name: OPTION, amount: '10', price: '0.0345' }],
    // What can be read in two ways is settled when the instrument is known.
    ['s 1,000 btc-perp 97,411', { amount: '1,000', price: '97,411' }],
    ['s 10 btc-27mar26-100000-c 0.05', { instrument_name: OPTION, amount: '10', price: '0.05' }],
    ['s 1k btc-perp market_limit', { amount: '1000', type: 'market_limit', post_only: false }],
  ])('%s', (line, expected) => {
    expect(sell(line)).toEqual({ ...EMPTY_DRAFT, instrument_name: 'BTC-PERPETUAL', ...expected });
  });

  it.each<[string, string | null, RegExp]>([
    ['s btc-perp 97410', null, /97410, iv/],
    ['s btc-perp mkt', null, /10, 5k/],
    ['s 10 mkt', null, /BTC-PERPETUAL/],
    ['s 10 btc-perp', null, /97410, iv=54.5, usd=1200, or mkt/],
    ['s 10 btc-27mar26-100000 0.05', 'btc-27mar26-100000', /100000-C, .*100000-P/],
    ['s 10 doge-perp 5', 'doge-perp', /BTC-PERPETUAL/],
    ['s 10 btc-perp 97410\u200B', '97410\u200B', /1500, 0.5 or 50k/],
    ['s 1e5 btc-perp mkt', '1e5', /1500, 0.5 or 50k/],
    ['s -5 btc-perp mkt', '-5', /above zero/],
    ['s 0 btc-perp mkt', '0', /above zero/],
    ['s 10 btc-perp 97410 gtx', 'gtx', /gtc, day, fok, ioc/],
    ['s 10 btc-perp 97410 tif=GTX', 'tif=GTX', /gtc, day, fok, ioc/],
    ['s 10 btc-perp stop=95k trigger=bid', 'trigger=bid', /mark, index or last/],
    ['s 10 btc-perp 97410 size=3', 'size=3', /amount= contracts=/],
    ['s 10 btc-perp 97410 gtc fok', 'fok', /one of them/],
    ['s 10 btc-perp 97410 97411', '97411', /one of them/],
    ['s 10 btc-perp 97410 mkt', '97410', /leave out/],
    ['s 10 btc-perp trail=500 97410', '97410', /leave out/],
    ['s 10 btc-perp stop=95k take=99k', 'take=99k', /one of stop=, take= and trail=/],
    ['s 10 btc-perp 97410 trigger=mark', 'trigger=mark', /stop=, take= or trail=/],
    ['s 10 btc-perp 97410 post ioc', 'post', /gtc/],
    ['s 10 btc-perp mkt reject', 'reject', /gtc/],
    ['s 10 btc-perp mkt show=1k', 'show=1k', /gtc or day/],
    ['s 10 btc-perp stop=95k mmp', 'mmp', /leave it out/],
    ['s 10 btc_usdc 97410 reduce', 'reduce', /leave it out/],
    ['s 10 btc-perp iv=54', 'iv=54', /97410/],
    ['s 10 btc_usdc-27mar26-100000-c usd=900', 'usd=900', /bare price/],
    ['s 10 btc-27mar26-100000-c iv=5k', 'iv=5k', /50k/],
    ['s 10 3ct btc-perp mkt', '3ct', /one of them|one of an amount and contracts/],
    ['s 10 btc-perp 97410 valid=5', 'valid=5', /valid=5s/],
    ['s 10 btc-perp 97410 label=', 'label=', /label=hedge-1/],
    ['s 10 btc-perp 97410 :-)', ':-)', /gtc/],
  ])('%s is refused for %s', (line, token, allowed) => {
    const [first] = faults(line);
    expect(first?.token).toBe(token);
    expect(`${first?.allowed}`).toMatch(allowed);
  });

  it('never makes another number of one that was typed in full, such as a strike', () => {
    const names = ['BTC-27MAR26-100000-C', 'BTC-27DEC26-90000-P', 'XRP_USDC-27MAR26-1d5-C'];
    const read = (word: string) => {
      const parsed = parseOrderLine(`s 1 ${word} 0.05`, names);
      return parsed.ok ? parsed.value.instrument_name : parsed.error;
    };
    for (const word of ['btc-27mar26-10000', 'btc-2', 'xrp_usdc-27mar26-1', 'xrp_usdc-27mar26-1d']) {
      const name = names.find((each) => each.toLowerCase().startsWith(word));
      expect(read(word)).toMatchObject([{ token: word, reason: 'ends inside a number' }]);
      expect(read(word)).toMatchObject([{ allowed: expect.stringContaining(`${name}`) }]);
    }
    expect(read('btc-27mar26-100000')).toBe(names[0]);
    expect(read('btc-27d')).toBe(names[1]);
    for (const word of ['xrp', 'xrp_usdc-27mar26-1d5', 'XRP_USDC-27MAR26-1D5-C']) expect(read(word)).toBe(names[2]);
    expect(parseOrderLine('s 1 btc-27mar26-10000 0.05', [...names, 'BTC-27MAR26-10000-C'])).toMatchObject({
      value: { instrument_name: 'BTC-27MAR26-10000-C' },
    });
  });

  it('with two prices blames the second alone', () => {
    for (const line of ['s 10 btc-perp 97410 iv=54.5', 's 10 btc-perp 97410 usd=900']) {
      expect(faults(line).map(({ token }) => token)).not.toContain('97410');
    }
  });

  it('of the hints can be read', () => {
    for (const line of LINE_EXAMPLES) expect(faults(line)).toEqual([]);
  });

  it('is one once a side stands before something', () => {
    expect(['s 1', 'sell x', 'b 2', 'BUY 3'].every(isOrderLine)).toBe(true);
    expect(['s', 'sell', 'settings', 'stop trading', ''].some(isOrderLine)).toBe(false);
    expect(findInstrumentWord('s 5k btc-pe')).toBe('btc-pe');
    expect(findInstrumentWord('s 5k')).toBeNull();
  });
});

const price = fc.integer({ min: 1, max: 999_999 }).map(String);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });

/** The parts of a line and the draft that they mean, made without the parser. */
const meant = fc
  .record({
    amount: price,
    price,
    trigger: price,
    kind: fc.constantFrom(
      'limit',
      'market',
      'market_limit',
      'stop_market',
      'stop_limit',
      'take_limit',
      'trailing_stop',
    ),
    tif: fc.constantFrom(['gtc', 'good_til_cancelled'], ['day', 'good_til_day'], ['fok', 'fill_or_kill']),
    watched: fc.constantFrom('mark', 'index', 'last'),
    crossing: maybe(fc.constantFrom('post', 'reject', 'cross')),
    reduce: fc.boolean(),
    show: maybe(price),
    label: maybe(fc.stringMatching(/^[a-zA-Z0-9_-]{1,20}$/)),
    valid: maybe(fc.integer({ min: 1, max: 9999 })),
  })
  .map((parts) => {
    const type = parts.kind as OrderDraft['type'];
    const traits = ORDER_TYPE_TRAITS[type];
    const [tifWord = '', tif = ''] = parts.tif;
    const time_in_force = tif as OrderDraft['time_in_force'];
    const isPostable = isPostOnlyPossible({ type, time_in_force, advanced: null });
    const crossing = isPostable || parts.crossing === 'cross' ? parts.crossing : null;
    const show = traits.hasPrice && time_in_force !== 'fill_or_kill' ? parts.show : null;
    const trigger = type.startsWith('stop') ? 'stop' : type.startsWith('take') ? 'take' : 'trail';
    const words = [
      ...(type === 'market' || type === 'market_limit' ? [type] : []),
      tifWord,
      ...(traits.hasPrice ? [`price=${parts.price}`] : []),
      ...(traits.triggeredBy === null ? [] : [`${trigger}=${parts.trigger}`, `trigger=${parts.watched}`]),
      ...(crossing === null ? [] : [crossing]),
      ...(parts.reduce ? ['reduce'] : []),
      ...(show === null ? [] : [`show=${show}`]),
      ...(parts.label === null ? [] : [`label=${parts.label}`]),
      ...(parts.valid === null ? [] : [`valid=${parts.valid}ms`]),
      'btc-perp',
      `amount=${parts.amount}`,
    ];
    const draft: OrderDraft = {
      ...EMPTY_DRAFT,
      instrument_name: 'BTC-PERPETUAL',
      type,
      amount: parts.amount,
      price: traits.hasPrice ? parts.price : '',
      time_in_force,
      post_only:
        isPostable && (traits.triggeredBy === null ? crossing !== 'cross' : /post|reject/.test(crossing ?? '')),
      reject_post_only: isPostable && crossing === 'reject',
      reduce_only: parts.reduce,
      display_amount: show ?? '',
      trigger: traits.triggeredBy === null ? null : (`${parts.watched}_price` as OrderDraft['trigger']),
      trigger_price: traits.triggeredBy === 'price' ? parts.trigger : '',
      trigger_offset: traits.triggeredBy === 'offset' ? parts.trigger : '',
      label: parts.label ?? '',
      valid_for_ms: parts.valid ?? EMPTY_DRAFT.valid_for_ms,
    };
    return { words, draft };
  });

describe('any line', () => {
  it('means the same in any order of its words, any blanks and either case', () => {
    const line = meant.chain(({ words, draft }) =>
      fc.record({
        draft: fc.constant(draft),
        words: fc.shuffledSubarray(words, { minLength: words.length }),
        blank: fc.constantFrom(' ', '  ', '\t'),
        isLoud: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(line, ({ draft, words, blank, isLoud }) => {
        const spoken = words.map((word) => (isLoud && !word.startsWith('label=') ? word.toUpperCase() : word));
        expect(sell(['s', ...spoken].join(blank))).toEqual(draft);
      }),
    );
  });

  it('comes to a draft of a known instrument or to faults that each name a word of it and what is allowed', () => {
    const word = fc.oneof(
      fc.constantFrom(
        's',
        'buy',
        '10',
        '5k',
        'btc-perp',
        '97410',
        'mkt',
        'post',
        'ioc',
        'stop=1',
        'iv=5',
        'label="a',
        '$',
      ),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const line = words.join(' ');
        const parsed = parseOrderLine(line, NAMES);
        if (parsed.ok) {
          expect(parsed.value.direction).toBe(/^\s*s(ell)?\s/i.test(line) ? 'sell' : 'buy');
          expect(/^\s*(s|sell|b|buy)\s/i.test(line)).toBe(true);
          expect(NAMES).toContain(parsed.value.instrument_name);
          return;
        }
        expect(parsed.error.length).toBeGreaterThan(0);
        for (const { token, reason, allowed } of parsed.error) {
          if (token !== null) expect(line.replaceAll('"', '')).toContain(token);
          expect(reason).not.toBe('');
          expect(allowed).not.toBe('');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('that buys is the draft of the same line that sells, but for its side', () => {
    fc.assert(
      fc.property(meant, fc.constantFrom('b', 'buy', 'B', 'BUY'), ({ words }, side) => {
        const read = (word: string) => {
          const parsed = parseOrderLine([word, ...words].join(' '), NAMES);
          return parsed.ok ? parsed.value : null;
        };
        const sold = read('s');
        expect(read(side)).toEqual(sold && { ...sold, direction: 'buy' });
      }),
    );
  });
});
