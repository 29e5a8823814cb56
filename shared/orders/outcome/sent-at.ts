import type { OrderRow } from '../../ipc/schemas/order-schema.ts';

/** When the sell was sent, by the service's clock, milliseconds; by the machine's of intents of versions that kept no other. */
export function sentAt({ submitted_at, created_at }: Pick<OrderRow, 'submitted_at' | 'created_at'>): number {
  return submitted_at === 0 ? created_at : submitted_at;
}
