import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/result.ts';
import { takeProfile } from './environment-profile.ts';
import { machinePolicyPath, type PolicyPlace } from '../policy/policy-file.ts';
import type { Profile } from '../profiles/profile.ts';

/** What a host needs to know before it starts. */
export interface HostOptions {
  /** Folder for journal, settings, logs and caches. */
  readonly dataDir: string;
  /** Of the embedded simulator's market. */
  readonly seed: number;
  /** Port of the browser host on 127.0.0.1; 0 takes any free one. */
  readonly port: number;
  /** Lets a packaged window open its developer tools. */
  readonly devtools: boolean;
  /** The machine's policy, then the one named at the start; both hold. */
  readonly policies: readonly PolicyPlace[];
  /** Start with the standard arrangement of panels. */
  readonly isSafeStart: boolean;
  /** The one that the environment names; null: the one that was open last. */
  readonly profile: Profile | null;
}

/** Where the process runs; injected so that a test decides. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
}

type Environment = Record<string, string | undefined>;

/** Before the JSON text with which the starter hands its checked flags to a host. */
export const OPTIONS_PREFIX = '--strikedesk-options=';

const optionsSchema = z.strictObject({
  dataDir: z.string().min(1).optional(),
  seed: z.number().int().min(0).max(0xffff_ffff).optional(),
  port: z.number().int().min(0).max(65_535).optional(),
  devtools: z.boolean().optional(),
  policy: z.string().min(1).optional(),
  safeStart: z.boolean().optional(),
});

const DEFAULT_SEED = 1;

/**
 * A host's options from its command line and environment. Ignores Chromium's arguments. Takes the service's variables
 * out of `env`. The error is a sentence.
 */
export function readHostOptions(argv: readonly string[], env: Environment, place: Place): Result<HostOptions, string> {
  const profile = takeProfile(env);
  if (!profile.ok) return profile;
  const text = argv.find((argument) => argument.startsWith(OPTIONS_PREFIX))?.slice(OPTIONS_PREFIX.length) ?? '{}';
  const given = optionsSchema.safeParse(parseJson(text));
  if (!given.success) {
    const [issue] = given.error.issues;
    return fail(`${OPTIONS_PREFIX.slice(0, -1)}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'does not fit'}`);
  }
  return ok({
    dataDir: given.data.dataDir ?? defaultDataDir(env, place),
    seed: given.data.seed ?? DEFAULT_SEED,
    port: given.data.port ?? 0,
    devtools: given.data.devtools ?? false,
    policies: [
      { path: machinePolicyPath(place.platform), isRequired: false },
      ...(given.data.policy === undefined ? [] : [{ path: given.data.policy, isRequired: true }]),
    ],
    // A packaged program is started without the script that spells the options.
    isSafeStart: given.data.safeStart ?? argv.includes('--safe-start'),
    profile: profile.value,
  });
}

/** The platform's conventional folder for an application's data. */
export function defaultDataDir(env: Environment, { platform, homeDir }: Place): string {
  const paths = platform === 'win32' ? win32 : posix;
  const absolute = (path: string | undefined) => (path !== undefined && paths.isAbsolute(path) ? path : undefined);
  if (platform === 'darwin') return paths.join(homeDir, 'Library', 'Application Support', 'Strikedesk');
  if (platform === 'win32')
    return paths.join(absolute(env.APPDATA) ?? paths.join(homeDir, 'AppData', 'Roaming'), 'Strikedesk');
  return paths.join(absolute(env.XDG_DATA_HOME) ?? paths.join(homeDir, '.local', 'share'), 'strikedesk');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
