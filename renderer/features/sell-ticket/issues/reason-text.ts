/** What a limit of the profile had nothing to judge by. */
export const UNJUDGED: Readonly<Record<string, string>> = {
  notional: 'What it is worth in USD is not known now: this profile’s limit of that can’t be judged.',
  mark: 'The mark price is zero or not known now: this profile’s limit of the distance from it can’t be judged.',
  bid: 'Nobody bids now: this profile’s limit of the distance from the best bid can’t be judged.',
  index: 'The index price is not known now: this profile’s limit of the distance from it can’t be judged.',
  no_bid: 'Nobody bids now: what this sells at can’t be held against this profile’s limits.',
  no_ask: 'Nobody offers now: what this buys at can’t be held against this profile’s limits.',
  conversion: 'What price this comes to is not known now: this profile’s limits of distance can’t be judged.',
  volatility_below: 'No volatility gives so low a price: it is below what exercise would be worth.',
  volatility_above: 'No volatility gives so high a price.',
  volatility_of_price:
    'What volatility the price comes to is not known now: this profile’s limit of its distance from the mark’s can’t be judged.',
  volatility_then:
    'What volatility its price comes to once it is triggered is not known: this profile’s limit of the distance from the mark’s can’t be judged.',
  volatility: 'The mark has no volatility now: this profile’s limit of the distance from it can’t be judged.',
};

/** Why one press does not sell, by the back end's reason. */
export const NEEDS_CONFIRMATION: Readonly<Record<string, string>> = {
  above_cap: 'Worth more than a single press may sell on this profile.',
  notional_unknown: 'What it is worth in USD is not known now, so a single press may not sell it.',
  market_stale: 'Its market is not known now, so a single press may not sell it.',
  linked_orders: 'It brings other orders with it, so a single press may not sell it.',
  slept: 'The machine slept, or its clock was set, since it was armed or shown: look at the prices, and press again.',
  ran_out: 'The confirmation had run out, or was of another order.',
  rung: 'This profile asks for more than a single press.',
};

/** Why selling is not possible yet, by the back end's reason. */
export const NOT_READY: Readonly<Record<string, string>> = {
  stopped_by_trader: 'Trading is stopped. “Allow again” in the header lifts it.',
  connecting: 'Selling starts once the service has answered what is asked before the first sell.',
  no_credentials: 'This profile has no key: prices only.',
  look_up_refused: 'The key may not look orders up. Without that, a lost reply could not be resolved.',
  look_up_not_empty: 'A look-up of an unused label found orders. Selling is off until that is explained.',
  clock_unknown: 'Selling starts once the service’s clock is known.',
  limits_unknown: 'The account’s limits are not known. Above the panels you can go by the documented ones.',
  limits_unread: 'Selling goes on once the account’s limits have been read again.',
  key_reads_only:
    'The key of this profile may only read (it lacks trade:read_write). A key that may trade can be set in the profile.',
  key_refused:
    'The service refuses the key of this profile: it may have been revoked. Set another under the profile in the header, or try this one again there.',
  other_account:
    'The key of this profile is of another account than the one whose orders are kept here. Set that account’s key, add a profile for this one, or say above the panels that it is meant.',
  vault_locked: 'The key of this profile is locked. Enter the passphrase under the profile in the header.',
  vault_unavailable: 'The keys can’t be opened on this system now. The profile in the header says why.',
  live_not_confirmed: 'Selling real money has to be confirmed first: open the profile in the header.',
  policy_unreadable: 'The policy file of this machine can’t be read, so nothing but the simulator may sell.',
  guards_unreadable:
    'Limits among this profile’s guards can’t be read. Look at all of them in “Guards” of the ticket, and save them.',
  journal_read_only: 'Another instance of the terminal holds the order journal: this one only reads.',
  journal_failed: 'The order journal cannot be written. Selling is off until the terminal is started again.',
  journal_full: 'The disk is full: the order journal can’t be written. Make room; selling then goes on by itself.',
  journal_cut:
    'The order journal was found cut, replaced or not readable as a whole: sells may be missing here. Look at the service, and say so above the panels.',
};
