/** What a limit of the profile had nothing to judge by. */
export const UNJUDGED: Readonly<Record<string, string>> = {
  notional: 'Its worth in USD is not known now. This profile’s limit can’t be checked.',
  mark: 'The mark price is zero or not known. This profile’s limit of distance can’t be checked.',
  bid: 'Nobody bids now. The limit of distance from the best bid can’t be checked.',
  ask: 'Nobody offers now. The limit of distance from the best ask can’t be checked.',
  index: 'The index price is not known. The limit of distance from it can’t be checked.',
  no_bid: 'Nobody bids now. This profile’s price limits can’t be checked.',
  no_ask: 'Nobody offers now. This profile’s price limits can’t be checked.',
  conversion: 'The price it comes to is not known. This profile’s limits of distance can’t be checked.',
  volatility_below: 'No volatility gives so low a price: it is below the exercise value.',
  volatility_above: 'No volatility gives so high a price.',
  volatility_of_price:
    'The price’s volatility is not known now. The limit of distance from the mark’s can’t be checked.',
  volatility_then:
    'Its volatility when triggered is not known. The limit of distance from the mark’s can’t be checked.',
  volatility: 'The mark has no volatility now. The limit of distance from it can’t be checked.',
};

/** Why one press does not sell, by the back end's reason. */
export const NEEDS_CONFIRMATION: Readonly<Record<string, string>> = {
  above_cap: 'Worth more than one press may trade. Confirm it.',
  notional_unknown: 'Its worth in USD is not known now. Confirm it.',
  market_stale: 'Its market is not known now. Confirm it.',
  linked_orders: 'It brings linked orders. Confirm it.',
  slept: 'The machine slept or its clock was set meanwhile. Check the prices and press again.',
  ran_out: 'The confirmation ran out or was for another order.',
  rung: 'This profile asks for a confirmation.',
};

/** Why selling is not possible yet, by the back end's reason. */
export const NOT_READY: Readonly<Record<string, string>> = {
  stopped_by_trader: 'Trading is stopped. Press “Allow again” in the header.',
  connecting: 'Trading starts once the service has answered the first questions.',
  no_credentials: 'This profile has no key: prices only.',
  look_up_refused: 'The key may not look up orders. A lost reply would stay unknown.',
  look_up_not_empty: 'A look-up of an unused label found orders. Trading is off until that is settled.',
  clock_unknown: 'Trading starts once the service’s clock is known.',
  limits_unknown: 'The account’s limits are not known. Above the panels you can use the documented ones.',
  limits_unread: 'Trading resumes once the account’s limits are read again.',
  key_reads_only: 'This profile’s key may only read (no trade:read_write). Set a key that may trade in the profile.',
  key_refused:
    'The service rejects this profile’s key; it may be revoked. Set another or try again under the profile in the header.',
  other_account:
    'This profile’s key belongs to another account than its orders. Set the right key, add a profile, or confirm the account above the panels.',
  vault_locked: 'This profile’s key is locked. Enter the passphrase under the profile in the header.',
  vault_unavailable: 'The keys can’t be opened on this system. See the profile in the header.',
  live_not_confirmed: 'Confirm real money first: open the profile in the header.',
  policy_unreadable: 'This machine’s policy file can’t be read. Only the simulator may trade.',
  guards_unreadable: 'Some limits of this profile can’t be read. Check all in “Guards” of the ticket and save.',
  journal_read_only: 'Another terminal writes the order journal. This one only reads.',
  journal_failed: 'The order journal can’t be written. Restart the terminal to trade.',
  journal_full: 'The disk is full, so the order journal can’t be written. Make room; trading then resumes by itself.',
  journal_cut:
    'The order journal is cut, replaced or unreadable. Orders may be missing here. Check the service, then confirm above the panels.',
};
