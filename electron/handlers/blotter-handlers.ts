import { join } from 'node:path';
import type { Handlers } from '../../shared/ipc/contract.ts';
import { IpcFailure } from '../../shared/ipc/error.ts';
import type { Desk } from '../orders/desk-interface.ts';
import { demandBase } from '../ipc/demand-base.ts';
import { createFollower, type FollowerOptions, type OpenOrders } from '../orders/follower.ts';
import { findOwn } from '../orders/own-orders.ts';
import type { Journal } from '../orders/journal.ts';
import type { RateBudget } from '../service/limits/budget.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import { withPriority } from '../service/with-priority.ts';
import { type ChooseFolder, createFileSaver } from '../storage/file-saver.ts';

export interface BlotterParts extends Omit<FollowerOptions, 'client' | 'readRate' | 'findOwn' | 'onOpenOrders'> {
  readonly client: ServiceClient;
  readonly budget: Pick<RateBudget, 'reads'>;
  readonly desk: Pick<Desk, 'rows' | 'sighted'>;
  readonly journal: Pick<Journal, 'find' | 'steps'>;
  readonly dataDir: string;
  /** Not given: `exports` in the data folder. */
  readonly chooseExportFolder?: ChooseFolder;
}

export interface Blotter {
  readonly handlers: Pick<Handlers, 'orders.follow' | 'orders.steps' | 'window.save'>;
  /** See `Follower`. */
  readonly hasLabel: (label: string) => boolean;
  readonly openOrders: () => OpenOrders;
  readonly forgetWindow: (windowId: string) => void;
  readonly close: () => void;
}

/** Answers the grids' requests for other orders, order chains and files. */
export function createBlotter(parts: BlotterParts): Blotter {
  const { client, clock, settings, desk, journal, dataDir } = parts;
  const follower = createFollower({
    client: withPriority(client, 'background'),
    clock,
    readRate: parts.budget.reads.rate,
    settings,
    findOwn: (orders) => findOwn(desk.rows(), orders),
    onOpenOrders: desk.sighted,
  });
  const saver = createFileSaver(parts.chooseExportFolder ?? (() => Promise.resolve(join(dataDir, 'exports'))));
  return {
    handlers: {
      'orders.follow': async ({ labels, base = [] }) => {
        if (labels === null) return follower.follow(null);
        const followed = follower.follow(null).labels.map(({ label }) => label);
        demandBase('orders.follow', base, followed);
        return follower.follow(labels);
      },
      'orders.steps': async ({ intent_id }) => {
        if (journal.find(intent_id) !== null) return journal.steps(intent_id);
        throw new IpcFailure({ code: 'NotFound', message: 'no such order in the journal', params: { intent_id } });
      },
      'window.save': (part, { windowId }) => saver.save(windowId, part),
    },
    hasLabel: follower.hasLabel,
    openOrders: follower.openOrders,
    forgetWindow: saver.forgetWindow,
    close: follower.close,
  };
}
