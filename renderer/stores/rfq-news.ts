import type { RfqBoard } from '../../shared/ipc/rfq-schema.ts';
import { showForeign } from '../ui/foreign-text.ts';
import { spellNumber } from '../ui/spell.ts';
import { showToast, soundFor } from './toast-store.ts';

/** A request is told of this long before it runs out. */
const SOON_MS = 60_000;

/** A print that is older was told of when it came, or is no news any more. */
const NEWS_MS = 120_000;

const told = new Set<string>();

/** Tells, once for each, of open requests that run out within a minute. `serviceNow`: the service's time, ms since the epoch. */
export function tellExpiringRfqs(board: RfqBoard, serviceNow: number): void {
  for (const { request_id: id, rfq, label, expected } of board.rows) {
    if (rfq?.state !== 'open' || told.has(id)) continue;
    const leftMs = rfq.expiration_timestamp === undefined ? null : rfq.expiration_timestamp - serviceNow;
    if (leftMs === null || leftMs <= 0 || leftMs > SOON_MS) continue;
    told.add(id);
    soundFor('rfq');
    showToast({
      subject: `rfq ${id}`,
      tone: 'attention',
      title: `Runs out in ${Math.ceil(leftMs / 1000)} s: ${expected.name}`,
      detail: `The Block RFQ ${showForeign(label)} ends with no trade unless it is dealt before.`,
      isSticky: false,
    });
  }
}

/** Tells, once for each, of a print of a structure that this terminal has asked quotes for, whoever looks at the tape. */
export function tellPrintedRfqs(board: RfqBoard, serviceNow: number): void {
  for (const { request_id: id, label, expected, notices } of board.rows) {
    const print = notices.find(({ code }) => code === 'structure_printed')?.params;
    const key = `${id} print ${print?.['id']}`;
    if (print === undefined || told.has(key) || serviceNow - Number(print['at']) > NEWS_MS) continue;
    told.add(key);
    soundFor('rfq');
    const price = print['price'] === '' ? '' : ` at ${spellNumber(print['price'])}`;
    showToast({
      subject: `rfq ${id} print`,
      tone: 'attention',
      title: `Your structure printed: ${expected.name}`,
      detail: `${spellNumber(print['amount'])}${price}, while your request ${showForeign(label)} was alive. The tape does not say whose trade it was.`,
      isSticky: false,
    });
  }
}
