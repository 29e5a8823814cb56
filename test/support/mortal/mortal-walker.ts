/**
 * The real back end in its own process: walks trades, then SIGKILL at a statement on their file or a moment of a
 * request.
 */
import { MORTAL_WINDOW, type MortalSetup, startMortalBackEnd } from './mortal-back-end.ts';
import { watchSteps } from './mortal-steps.ts';
import type { HistoryQuery } from '../../../shared/history/query.ts';
import type { Walk } from '../../../shared/history/view.ts';

/** The parent's order: whose trades, and the fatal step; null: live and report steps. */
export interface MortalWalk extends MortalSetup {
  readonly query: HistoryQuery;
  readonly dieAt: string | null;
}

const steps = watchSteps('history.sqlite');

async function walk(given: MortalWalk): Promise<void> {
  const { query, dieAt } = given;
  const ended = Promise.withResolvers<void>();
  const { handlers, waitUntilReady } = await startMortalBackEnd(given, (channel, payload) => {
    if (channel === 'history.changed' && (payload as Walk).state !== 'running') ended.resolve();
  });
  await waitUntilReady();
  // The file is opened, and made, when it is first looked at.
  await handlers['history.read']({ query, after: null, limit: 1 }, MORTAL_WINDOW);
  steps.begin(dieAt, ['get_user_trades']);
  const { issues } = await handlers['history.walk']({ action: 'start', query }, MORTAL_WINDOW);
  if (issues.length > 0) throw new Error(`the walk was refused: ${JSON.stringify(issues)}`);
  await ended.promise;
  steps.end();
}

process.once('message', (message) => void walk(message as MortalWalk));
