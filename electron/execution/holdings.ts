import { IpcFailure } from '../../shared/ipc/error.ts';
import { isNotOffered } from '../../shared/service/error-codes.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Position } from '../../shared/service/position.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { CallFailure } from '../service/failure.ts';

/** Reads the account as the service tells it now. Both throw `IpcFailure`: `NotSupported` where the service has no such method. */
export interface ReadHoldings {
  /** Positions in the named instruments, or in all (null). */
  readonly positions: (instrumentNames: readonly string[] | null) => Promise<readonly Position[]>;
  /** Every open order of the account, wherever it was placed. */
  readonly orders: () => Promise<readonly Order[]>;
}

/** Reads positions and open orders for plans. */
export function createHoldings(client: Pick<ServiceClient, 'callExtension'>): ReadHoldings {
  async function readPositions(names: readonly string[] | null): Promise<Position[]> {
    if (names === null) {
      const all = await client.callExtension('private/get_positions', { currency: 'any' });
      if (!all.ok) throw refuse(all.error, 'this service lists no positions');
      return all.value.value;
    }
    const found: Position[] = [];
    for (const instrument_name of names) {
      const one = await client.callExtension('private/get_position', { instrument_name });
      if (!one.ok) throw refuse(one.error, 'this service tells no positions');
      found.push(one.value.value);
    }
    return found;
  }

  return {
    positions: readPositions,
    orders: async () => {
      const orders = await client.callExtension('private/get_open_orders', {});
      if (!orders.ok) throw refuse(orders.error, 'this service lists no open orders');
      return orders.value.value;
    },
  };
}

function refuse(error: CallFailure, unless: string): IpcFailure {
  const isMissing = error.kind === 'service_error' && isNotOffered(error.code);
  return new IpcFailure(isMissing ? { code: 'NotSupported', message: unless, params: {} } : toIpcError(error));
}
