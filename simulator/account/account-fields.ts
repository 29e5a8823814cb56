import type { Account } from './account.ts';

const PRODUCTS = ['perpetual', 'futures', 'options', 'future_combos', 'option_combos', 'spots'] as const;

/** The account fields that `extended` adds (contract "Account summary"; facts, section 4). */
export function accountFields(account: Account) {
  const { profile, selfTrading } = account;
  return {
    id: account.id,
    email: profile.email,
    system_name: `simulator_${account.id}`,
    username: profile.username,
    type: profile.type,
    security_keys_enabled: false,
    login_enabled: profile.type === 'main',
    mmp_enabled: account.mmpEnabled,
    interuser_transfers_enabled: false,
    referrer_id: null,
    creation_timestamp: account.createdMs,
    self_trading_reject_mode: selfTrading.mode,
    self_trading_extended_to_subaccounts: selfTrading.extendedToSubaccounts,
    block_rfq_self_match_prevention: true,
    receive_notifications: false,
    is_direct_access_allowed: false,
    mandatory_tfa: false,
    disable_kyc_verification: true,
    trading_products_details: PRODUCTS.map((product) => ({
      enabled: true,
      product,
      overwriteable: false,
      requires_consent: false,
    })),
  };
}
