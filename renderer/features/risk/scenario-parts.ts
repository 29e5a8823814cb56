/** What a scenario may be of. */
export const PARTS = [
  { key: 'account', name: 'Account', hasAccount: true, hasOrders: false, hasDraft: false },
  { key: 'orders', name: 'Open orders', hasAccount: false, hasOrders: true, hasDraft: false },
  { key: 'draft', name: 'RFQ draft', hasAccount: false, hasOrders: false, hasDraft: true },
  { key: 'all', name: 'Together', hasAccount: true, hasOrders: true, hasDraft: true },
] as const;
export type Part = (typeof PARTS)[number];

/** The part that was chosen before; all of it where none was. */
export function readPart(key: string | null): Part {
  return PARTS.find((part) => part.key === key) ?? PARTS[3];
}
