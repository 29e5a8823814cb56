import { randomUUID } from 'node:crypto';
import { type Begun, beginTogether } from './begun.ts';
import { connect } from './connect.ts';
import { readKept } from './keep.ts';
import { createNews } from './news.ts';
import { openProfile } from './open.ts';
import { beginStatus, serve } from './serve.ts';
import type { Services, ServicesOptions } from './services-interface.ts';
import { beginTrading } from './trade.ts';
import { watchService } from './watch.ts';

/**
 * Builds everything that runs for one profile, phase by phase: each adds to what those before it began.
 * Throws when the data folder can't be used, or the profile's key not be sent, and leaves nothing open then.
 */
export async function createServices(options: ServicesOptions): Promise<Services> {
  return await beginTogether((begun) => beginServices(options, begun));
}

async function beginServices(options: ServicesOptions, begun: Begun): Promise<Services> {
  const opened = await openProfile({ options, begun, news: createNews(), opening: randomUUID() });
  const trading = beginTrading(watchService(readKept(connect(opened))));
  const { audit, catalog, layouts, lock, tradeSettings, standing, journal, rfqs, trade } = trading;
  const session = beginStatus(trading);
  const services = serve(trading, session);
  audit.opened(lock.isStopped(), tradeSettings.ladder, standing.holdForCut);
  standing.opened([...journal.unreadable(), ...rfqs.unreadable()]);
  const loading = catalog.load();
  // The embedded simulator answers at once; another service may not answer at all, and the window shows that.
  if (options.profile === null) await loading;
  trade.resume();
  // Only now: that it ends tells that this start came to its end, which one that never began must not say.
  begun.base(layouts);
  return services;
}
