import type { OrderRow } from '../../shared/ipc/order-schema.ts';

/** How long ago the sell was sent, by the service's clock, ms. Intents of earlier versions have no service time. */
export function readElapsedMs({ submitted_at: sentAt, created_at: createdAt }: OrderRow, serviceNowMs: number): number {
  return Math.max(0, serviceNowMs - (sentAt === 0 ? createdAt : sentAt));
}
