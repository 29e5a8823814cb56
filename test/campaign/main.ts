import { parseArgs } from 'node:util';
import { type Failure, quantile, type Tally, TESTED_SEEDS } from './campaign.ts';
import { defectNames, hunt } from './defects.ts';
import { PEER_NAMES } from './peers.ts';
import { PRESSES } from './plan.ts';
import { runSeeds } from './pool.ts';
import type { Core } from './seed-run.ts';
import { replay } from './replay.ts';

const USAGE = `usage: npm run campaign -- [--seeds N] [--from S] [--within SECONDS]
                                              runs N seeds of ${PRESSES} sells, from seed S on; or fewer, in that time;
                                              --from tested: after those of the tests
       npm run campaign -- --record FILE [--seeds N] [--within SECONDS]
                                              goes on with a long run where FILE says it stands, until N seeds were run on
                                              the sources as they are, and keeps in it what came of them
       npm run campaign -- --seed S [--compare|--engine] runs one seed and prints all that happened in it
       npm run campaign -- --compare [--seeds N] [--from S]
                                              both cores judge the same evidence; prints where their verdicts differ
       npm run campaign -- --engine [--seeds N] [--from S]
                                              the engine places the orders in the desk's stead
       npm run campaign -- --defects [NAME ...]   plants each defect and says which seed catches it
`;
/** Peers' policies cost as much again: so many seeds tell enough of them. */
const PEER_SEEDS = 1000;
const SHOWN_FAILURES = 20;
/** A long run says this often how far it has come. */
const PROGRESS_MS = 10_000;

// Behind other work this ends with the channel to its starter.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

const { values: given, positionals } = readArguments();
if (given.seed !== undefined) process.exitCode = await showSeed(readCount('seed', given.seed), coreOf());
else if (given.defects === true) process.exitCode = await showDefects(positionals);
else {
  const count = readCount('seeds', given.seeds ?? '1000');
  const withinMs = given.within === undefined ? null : 1000 * readCount('within', given.within);
  if (coreOf() !== 'desk')
    process.exitCode = await showDifferences(count, readCount('from', given.from ?? '1'), coreOf());
  else if (given.record !== undefined) process.exitCode = await showLongRun(given.record, count, withinMs);
  else
    process.exitCode = await showSeeds(
      count,
      given.from === 'tested' ? TESTED_SEEDS + 1 : readCount('from', given.from ?? '1'),
      given['until-wrong'] === true,
      withinMs,
    );
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seeds: { type: 'string' },
        from: { type: 'string' },
        record: { type: 'string' },
        within: { type: 'string' },
        seed: { type: 'string' },
        defects: { type: 'boolean' },
        compare: { type: 'boolean' },
        engine: { type: 'boolean' },
        'until-wrong': { type: 'boolean' },
      },
    });
  } catch (error) {
    return stop(error instanceof Error ? error.message : 'unreadable arguments');
  }
}

function readCount(name: string, text: string): number {
  return /^\d{1,9}$/u.test(text) ? Number(text) : stop(`--${name} must be a whole number from 0 to 999999999`);
}

function stop(why: string): never {
  process.stderr.write(`${why}\n${USAGE}`);
  process.exit(2);
}

function coreOf(): Core {
  return given.compare === true ? 'both' : given.engine === true ? 'engine' : 'desk';
}

async function showSeed(seed: number, core: Core): Promise<number> {
  const { transcript, report } = await replay(seed, core);
  process.stdout.write(transcript);
  return report.wrongs.length + report.differences.length === 0 ? 0 : 1;
}

async function showDifferences(count: number, from: number, core: Core): Promise<number> {
  const startedAt = performance.now();
  const tally = await runSeeds({
    from,
    count,
    peerSeeds: 0,
    core,
    ...(given['until-wrong'] === true
      ? { workers: 1, stopsAtWrong: true }
      : { onProgress: reportProgress(from, count, startedAt) }),
  });
  for (const { seed, wrongs } of tally.differing.slice(0, SHOWN_FAILURES)) say(`seed ${seed}: ${wrongs.join(' | ')}`);
  const { seeds, compared, differing, failures } = tally;
  for (const failure of failures.slice(0, SHOWN_FAILURES)) say(describeFailure(failure));
  const counted =
    core === 'both' ? `${compared} commands, ${differing.length} seeds differ` : `${tally.intents} commands`;
  if (tally.withoutError > 0)
    say(`${tally.withoutError} absences that only the desk said, while the engine allowed for a larger lag`);
  say(`${seeds} seeds, ${counted}, ${failures.length} seeds are wrong`);
  return differing.length + failures.length === 0 && seeds > 0 ? 0 : 1;
}

async function showSeeds(count: number, from: number, stopsAtWrong: boolean, withinMs: number | null): Promise<number> {
  const startedAt = performance.now();
  const tally = stopsAtWrong
    ? await runSeeds({ from, count, peerSeeds: 0, workers: 1, stopsAtWrong })
    : await runSeeds({
        from,
        count,
        // What the time is for are our own verdicts.
        peerSeeds: withinMs === null ? PEER_SEEDS : 0,
        onProgress: reportProgress(from, withinMs === null ? count : null, startedAt),
        ...(withinMs === null ? {} : { withinMs }),
      });
  for (const failure of tally.failures.slice(0, SHOWN_FAILURES)) say(describeFailure(failure));
  if (!stopsAtWrong) showTally(tally, (performance.now() - startedAt) / 1000);
  say(`${tally.seeds - tally.failures.length} seeds right, ${tally.failures.length} wrong`);
  return tally.failures.length === 0 && tally.seeds > 0 ? 0 : 1;
}

async function showLongRun(path: string, wanted: number, withinMs: number | null): Promise<number> {
  // It brings a parser of sources, which no other run needs.
  const { runOn } = await import('./record.ts');
  const startedAt = performance.now();
  let ran = 0;
  const { seeds, wrong } = await runOn({
    path,
    wanted,
    withinMs: withinMs ?? Number.POSITIVE_INFINITY,
    onProgress: (done, count) => {
      ran += count;
      const perSecond = ((ran / (performance.now() - startedAt)) * 1000).toFixed(1);
      process.stderr.write(`${done.seeds} of ${wanted} seeds, ${done.wrong.length} wrong, ${perSecond} seeds/s\n`);
    },
  });
  for (const seed of wrong.slice(0, SHOWN_FAILURES)) say(`seed ${seed} is wrong: --seed ${seed} shows it`);
  say(`${seeds - wrong.length} seeds right, ${wrong.length} wrong, on the sources as they are`);
  return wrong.length === 0 && seeds > 0 ? 0 : 1;
}

/** Reports faults on standard error at once, and at intervals a long run's progress, speed, memory and time left. */
function reportProgress(from: number, count: number | null, startedAt: number): (tally: Tally) => void {
  let saidAt = startedAt;
  const said = new Set<number>();
  return ({ seeds, failures, differing }) => {
    for (const failure of [...failures, ...differing]) {
      if (!said.has(failure.seed)) process.stderr.write(`${describeFailure(failure)}\n`);
      said.add(failure.seed);
    }
    const now = performance.now();
    if (now - saidAt < PROGRESS_MS || seeds === count) return;
    saidAt = now;
    const perSecond = (seeds / (now - startedAt)) * 1000;
    const megabytes = Math.round(process.memoryUsage.rss() / 1024 ** 2);
    const of = count === null ? '' : ` of ${count}`;
    const left = count === null ? '' : `, ${((count - seeds) / perSecond / 60).toFixed(1)} min left`;
    process.stderr.write(
      `${seeds}${of} seeds from ${from}, ${failures.length} wrong, ${perSecond.toFixed(1)} seeds/s, ${megabytes} MB${left}\n`,
    );
  };
}

function showTally(tally: Tally, seconds: number): void {
  const cpu = process.resourceUsage();
  const cpuSeconds = (cpu.userCPUTime + cpu.systemCPUTime) / 1_000_000;
  say(`${tally.seeds} seeds, ${tally.intents} sells, ${tally.orders} orders, ${tally.stopped} stopped by the rules`);
  say(
    `${seconds.toFixed(1)} s, ${(tally.seeds / seconds).toFixed(1)} seeds/s, ${((cpuSeconds / tally.seeds) * 1000).toFixed(1)} ms of processor a seed`,
  );
  for (const [outcome, sells] of Object.entries(tally.outcomes)) say(`  ${outcome.padEnd(10)} ${sells}`);
  say('time from sending to proof, in windows of valid_until, of sells that were unknown:');
  say(`  all                                  ${describe(tally.ignorance)}`);
  say(`  terminal and look-ups never away     ${describe(tally.unbrokenIgnorance)}`);
  say(`  5 s or more, answered within 300 ms  ${describe(tally.plainIgnorance)}`);
  if (tally.peerSeeds === 0) return;
  say(`wrong verdicts, of the first ${tally.peerSeeds} seeds:`);
  const ours = tally.failures.reduce((sum, { wrongs }) => sum + wrongs.length, 0);
  say(`  ${'Strikedesk'.padEnd(30)} ${ours} of ${tally.peerIntents}`);
  for (const name of PEER_NAMES)
    say(`  ${name.padEnd(30)} ${tally.peers[name].wrong} of ${tally.peers[name].verdicts}`);
}

function describeFailure({ seed, wrongs }: Failure): string {
  return `seed ${seed}: ${wrongs.join(' | ')}`;
}

function describe(values: readonly number[]): string {
  const shown = [0.5, 0.9, 0.99].map((q) => `p${q * 100} ${quantile(values, q)?.toFixed(2) ?? '-'}`);
  return `${shown.join('  ')}  (${values.length})`;
}

async function showDefects(names: readonly string[]): Promise<number> {
  const known = defectNames();
  const wanted = names.length === 0 ? known : names;
  for (const name of wanted) if (!known.includes(name)) stop(`no defect ${name}; there are ${known.join(', ')}`);
  let uncaught = 0;
  const queue = [...wanted];
  const work = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const { seed, finding } = await hunt(name);
      if (seed === null) uncaught += 1;
      say(`${name.padEnd(36)} ${seed === null ? 'NOT CAUGHT' : `seed ${seed}`}  ${finding.slice(0, 120)}`);
    }
  };
  await Promise.all([work(), work()]);
  say(`${wanted.length - uncaught} defects caught, ${uncaught} not`);
  return uncaught === 0 && wanted.length > 0 ? 0 : 1;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
