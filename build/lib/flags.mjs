import { resolve } from 'node:path';

/**
 * @typedef {object} StartFlags
 * @property {'electron' | 'browser' | null} host null: whichever is there
 * @property {number | null} port
 * @property {boolean} open
 * @property {number | null} seed
 * @property {string | null} dataDir absolute
 * @property {string | null} policy absolute
 * @property {boolean} safeStart
 * @property {boolean} help
 */

/** @typedef {{ ok: true, value: StartFlags } | { ok: false, error: string }} ParsedFlags */

export const USAGE = `npm start -- [flags]
  --host electron|browser  which host carries the terminal; without it, Electron when its binary is there
  --port N                 port of the browser host on 127.0.0.1, 0 to 65535; 0 takes any free one
  --no-open                don't open a browser; the address is printed
  --seed N                 seed of the simulator's market, 0 to 4294967295
  --data-dir PATH          folder for journal, settings and logs
  --policy PATH            a policy that holds beside the machine's own
  --safe-start             the standard arrangement of panels; what was kept stays as it is`;

const MAX_SEED = 0xffff_ffff;
const MAX_PORT = 65_535;

/** @satisfies {Record<string, (text: string, flags: StartFlags) => string | null>} */
const VALUED = {
  '--host': (/** @type {string} */ text, /** @type {StartFlags} */ flags) => {
    if (text !== 'electron' && text !== 'browser') return 'must be electron or browser';
    flags.host = text;
    return null;
  },
  '--port': (/** @type {string} */ text, /** @type {StartFlags} */ flags) => {
    flags.port = readInteger(text, MAX_PORT);
    return flags.port === null ? `must be a whole number from 0 to ${MAX_PORT}` : null;
  },
  '--seed': (/** @type {string} */ text, /** @type {StartFlags} */ flags) => {
    flags.seed = readInteger(text, MAX_SEED);
    return flags.seed === null ? `must be a whole number from 0 to ${MAX_SEED}` : null;
  },
  '--data-dir': (/** @type {string} */ text, /** @type {StartFlags} */ flags) => {
    flags.dataDir = resolve(text);
    return null;
  },
  '--policy': (/** @type {string} */ text, /** @type {StartFlags} */ flags) => {
    flags.policy = resolve(text);
    return null;
  },
};

/**
 * Flags of `npm start`, as `--name value` or `--name=value`. The error names the flag, what is wrong and what it allows.
 * @param {readonly string[]} args
 * @returns {ParsedFlags}
 */
export function parseStartFlags(args) {
  /** @type {StartFlags} */
  const flags = {
    host: null,
    port: null,
    open: true,
    seed: null,
    dataDir: null,
    policy: null,
    safeStart: false,
    help: false,
  };
  const seen = new Set();
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    const cut = argument.startsWith('--') ? argument.indexOf('=') : -1;
    const name = cut === -1 ? argument : argument.slice(0, cut);
    if (seen.has(name)) return { ok: false, error: `${name} is given twice` };
    seen.add(name);
    if (name === '--no-open' || name === '--safe-start' || name === '--help') {
      if (cut !== -1) return { ok: false, error: `${name} takes no value` };
      if (name === '--help') flags.help = true;
      else if (name === '--safe-start') flags.safeStart = true;
      else flags.open = false;
      continue;
    }
    if (!isValued(name)) {
      const known = [...Object.keys(VALUED), '--no-open', '--safe-start', '--help'].join(', ');
      return { ok: false, error: `${JSON.stringify(argument)} is not a flag of the terminal; it knows ${known}` };
    }
    let text = cut === -1 ? undefined : argument.slice(cut + 1);
    if (cut === -1) {
      index += 1;
      text = args[index];
    }
    if (text === undefined || text === '' || (cut === -1 && text.startsWith('--'))) {
      return { ok: false, error: `${name} needs a value` };
    }
    const problem = VALUED[name](text, flags);
    if (problem !== null) return { ok: false, error: `${name} ${problem}, not ${JSON.stringify(text)}` };
  }
  return { ok: true, value: flags };
}

/**
 * @param {string} name
 * @returns {name is keyof typeof VALUED}
 */
function isValued(name) {
  return Object.hasOwn(VALUED, name);
}

/**
 * Null for anything but plain digits within 0 and the limit.
 * @param {string} text
 * @param {number} max
 */
function readInteger(text, max) {
  if (!/^\d{1,10}$/u.test(text)) return null;
  const value = Number(text);
  return value <= max ? value : null;
}

/**
 * The argument with which a host gets its options.
 * @param {StartFlags} flags
 */
export function hostArgument({ port, seed, dataDir, policy, safeStart }) {
  const options = { port, seed, dataDir, policy, safeStart: safeStart || null };
  const given = Object.entries(options).filter(([, value]) => value !== null);
  return `--strikedesk-options=${JSON.stringify(Object.fromEntries(given))}`;
}
