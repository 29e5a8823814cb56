import type { Account } from './account/account.ts';
import type { ReplySettings } from './account/reply-settings.ts';
import type { Keyring } from './account/keyring.ts';
import type { Exchange } from './engine/exchange.ts';
import type { BlockRfqDesk } from './rfq/block-rfq.ts';
import type { RfqTape } from './rfq/tape.ts';

/** Everything a method may work on. */
export interface World {
  /** Forms of replies and lags of look-ups; the control changes them for everybody. */
  readonly replies: { settings: ReplySettings };
  readonly exchange: Exchange;
  /** The caller's: the main account unless a subaccount's key was shown. */
  readonly account: Account;
  readonly keyring: Keyring;
  readonly rfqs: BlockRfqDesk;
  readonly tape: RfqTape;
}
