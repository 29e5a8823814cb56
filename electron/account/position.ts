import { IpcFailure } from '../../shared/ipc/error.ts';
import type { PositionView } from '../../shared/ipc/schemas/account-schema.ts';
import { isNotOffered } from '../../shared/service/error-codes.ts';
import { toIpcError } from '../ipc/call-error.ts';
import type { ServiceClient } from '../service/client-interface.ts';

/** The account's position in an instrument as the service tells it now. Throws `IpcFailure` where it can't be asked. */
export type ReadPosition = (instrumentName: string) => Promise<PositionView>;

/** Reads positions one by one; a service without them is asked once. */
export function createPositionReader(client: Pick<ServiceClient, 'callExtension'>): ReadPosition {
  let isOffered = true;
  return async (instrumentName) => {
    if (!isOffered) return { state: 'not_offered' };
    const result = await client.callExtension('private/get_position', { instrument_name: instrumentName });
    if (result.ok) return { state: 'known', position: result.value.value };
    const { error } = result;
    if (error.kind === 'service_error' && isNotOffered(error.code)) isOffered = false;
    if (!isOffered) return { state: 'not_offered' };
    throw new IpcFailure(toIpcError(error));
  };
}
