import { Popover } from 'radix-ui';
import type { SessionStatus } from '../../../shared/ipc/schemas/session-schema.ts';
import { MISSING } from '../../ui/words/format.ts';
import { Meter } from '../../ui/controls/meter.tsx';
import {
  areReadsRefused,
  type BudgetRow,
  countWaiting,
  findTightest,
  listBuckets,
  listWaiting,
  readRow,
} from '../../ui/words/budget-rows.ts';
import './request-meter.css';

const BREAKERS: Record<SessionStatus['request_budget']['breaker'], string> = {
  closed: 'The service answers. Reads go out in turn.',
  open: 'The service does not answer. Reads wait, and it is tried four times a second. An order is still sent.',
  half_open: 'The service does not answer. A read is trying it now. An order is still sent.',
};

const BASES: Record<Exclude<SessionStatus['limits'], 'told'>, string> = {
  assumed: 'The service gives no order limit. You chose the documented ones. The service’s own replace them later.',
  untold: 'The service gives no order limit. Until it does, few are counted on.',
};

const REFUSED =
  'The service rejects reads as too many. Another program may use this account. They are tried as credits come back. An order is still sent.';

/** How much may still be asked and who waits, in the status bar; the whole of it on a press. */
export function RequestMeter({ status }: { readonly status: SessionStatus }) {
  const buckets = listBuckets(status);
  const shown = [readRow(status), findTightest(status)].filter((row) => row !== null);
  const waiting = countWaiting(status);
  const isHeldBack = status.request_budget.breaker !== 'closed';
  const isRefused = !isHeldBack && areReadsRefused(status);
  return (
    <Popover.Root>
      <Popover.Trigger className={`request-meter ${isHeldBack || isRefused ? 'status-attention' : ''}`}>
        requests: {shown.length === 0 ? 'limits not known yet' : shown.map(describeBucket).join(' · ')} · {waiting}{' '}
        waiting
        {status.limits === 'assumed' ? ' · limits assumed' : ''}
        {isHeldBack ? ' · reads held back' : isRefused ? ' · reads refused' : ''}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="request-card"
          aria-label="Request limits"
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={8}
        >
          <h3>Requests the account may make</h3>
          {status.limits === 'told' ? null : <p>{BASES[status.limits]}</p>}
          {buckets.length === 0 ? <p>The account’s limits are not known yet.</p> : <BucketTable buckets={buckets} />}
          <p>
            Polling leaves {status.read_meter === null ? MISSING : Math.ceil(status.request_budget.reserve)} reads for
            orders and their look-ups. Unused credits come back, up to the burst.
          </p>
          <h3>Waiting, first to go first</h3>
          <table>
            <tbody>
              {listWaiting(status).map(({ text, count }) => (
                <tr key={text}>
                  <th scope="row">{text}</th>
                  <td className={count === 0 ? 'number muted' : 'number'}>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={isHeldBack || isRefused ? 'status-attention' : ''}>
            {isRefused ? REFUSED : BREAKERS[status.request_budget.breaker]}
          </p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function describeBucket({ name, left, burst }: BudgetRow): string {
  return `${lowerFirst(name)} ${left}/${burst} left`;
}

/** Currencies keep their capitals. */
function lowerFirst(name: string): string {
  return /^[A-Z]{2}/.test(name) ? name : name.toLowerCase();
}

function BucketTable({ buckets }: { readonly buckets: readonly BudgetRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Bucket</th>
          <th scope="col">Used</th>
          <th scope="col">Left</th>
          <th scope="col">Burst</th>
          <th scope="col">Per second</th>
          <th scope="col">
            <span className="visually-hidden">Level</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {buckets.map(({ name, used, left, burst, rate }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">{used}</td>
            <td className="number">{left}</td>
            <td className="number">{burst}</td>
            <td className="number">{rate}</td>
            <td className="request-card-level">
              <Meter
                label={`${name} used`}
                text={`${used} of ${burst}`}
                fraction={burst === 0 ? 1 : used / burst}
                tone={burst === 0 || used / burst > 0.8 ? 'attention' : 'accent'}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
