import { describe, expect, it } from 'vitest';
import { hostArgument, parseStartFlags } from '../../../build/lib/flags.mjs';

function parse(...args: string[]) {
  return parseStartFlags(args);
}

describe('flags of npm start', () => {
  it('leaves everything to the defaults when nothing is given', () => {
    expect(parse()).toEqual({
      ok: true,
      value: {
        host: null,
        port: null,
        open: true,
        seed: null,
        dataDir: null,
        policy: null,
        safeStart: false,
        help: false,
      },
    });
  });

  it('reads every flag, with a space or an equals sign', () => {
    const expected = {
      ok: true,
      value: {
        host: 'browser',
        port: 8080,
        open: false,
        seed: 7,
        dataDir: '/d',
        policy: '/p',
        safeStart: false,
        help: false,
      },
    };
    expect(
      parse('--host', 'browser', '--port', '8080', '--no-open', '--seed', '7', '--data-dir', '/d', '--policy', '/p'),
    ).toEqual(expected);
    expect(parse('--host=browser', '--port=8080', '--no-open', '--seed=7', '--data-dir=/d', '--policy=/p')).toEqual(
      expected,
    );
  });

  it.each([
    [['--prot', '1'], '--prot', 'knows --host, --port'],
    [['start'], 'start', 'knows --host, --port'],
    [['--port'], '--port', 'needs a value'],
    [['--port', '--no-open'], '--port', 'needs a value'],
    [['--port='], '--port', 'needs a value'],
    [['--port', '65536'], '--port', '0 to 65535'],
    [['--port', '-1'], '--port', '0 to 65535'],
    [['--port', '1e3'], '--port', '0 to 65535'],
    [['--port', ' 80'], '--port', '0 to 65535'],
    [['--seed', '4294967296'], '--seed', '0 to 4294967295'],
    [['--seed', '1.5'], '--seed', '0 to 4294967295'],
    [['--host', 'chrome'], '--host', 'electron or browser'],
    [['--no-open=yes'], '--no-open', 'no value'],
    [['--seed', '1', '--seed', '2'], '--seed', 'twice'],
  ])('refuses %j by naming the flag and what it allows', (args, flag, reason) => {
    const parsed = parse(...args);
    expect(parsed.ok).toBe(false);
    const error = parsed.ok ? '' : parsed.error;
    expect(error).toContain(flag);
    expect(error).toContain(reason);
  });

  it('hands a host only what was given', () => {
    const safe = parse('--safe-start');
    expect(safe.ok && hostArgument(safe.value)).toBe('--strikedesk-options={"safeStart":true}');
    const parsed = parse('--seed', '0', '--no-open');
    expect(parsed.ok && hostArgument(parsed.value)).toBe('--strikedesk-options={"seed":0}');
  });
});
