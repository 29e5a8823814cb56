import type { Handlers } from '../../shared/ipc/contract.ts';
import { isEdit } from '../../shared/execution/state.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { Clock } from '../clock.ts';
import type { Amends } from '../execution/amends.ts';
import type { Engine } from '../execution/engine.ts';
import type { CommandJournal } from '../execution/journal.ts';

type AmendChannel = 'amends.check' | 'amends.send' | 'amends.list' | 'amends.settle' | 'amends.report';

export interface AmendParts {
  readonly amends: Amends;
  readonly engine: Engine;
  readonly commands: Pick<CommandJournal, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Answers what a window asks about amends. */
export function createAmendHandlers({ amends, engine, commands, clock }: AmendParts): Pick<Handlers, AmendChannel> {
  return {
    'amends.check': ({ order_id, draft }) => amends.check(order_id, draft),
    'amends.send': ({ command_id, order_id, draft, acknowledged }) =>
      amends.send(command_id, order_id, draft, acknowledged),
    'amends.list': () => Promise.resolve(engine.states().filter(isEdit)),
    'amends.settle': async ({ command_id, said }) => {
      const state = engine.find(command_id);
      if (state === null || !isEdit(state) || state.verdict !== 'unknown')
        throw notFound('no amend of that id has an unknown outcome');
      if (said === null) engine.hurry(command_id);
      else engine.learn(command_id, { kind: 'operator', at: clock.now(), said });
      return null;
    },
    'amends.report': async ({ command_id }) => {
      const recorded = commands.find(command_id);
      if (recorded === null) throw notFound('no command of that id is in the journal');
      return JSON.stringify(recorded, null, 2);
    },
  };
}

function notFound(message: string): IpcFailure {
  return new IpcFailure({ code: 'NotFound', message, params: {} });
}
