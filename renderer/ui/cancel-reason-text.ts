import { lookUp } from './foreign-text.ts';
import { spell } from './spell.ts';

/** Why an order was cancelled; a reason that came later than this list is shown as the service spells it. */
const CANCEL_REASON_WORDS: Readonly<Record<string, string>> = {
  user_request: 'on request',
  autoliquidation: 'by a liquidation',
  cancel_on_disconnect: 'since the connection was lost',
  risk_mitigation: 'to reduce risk',
  pme_risk_reduction: 'to reduce portfolio risk',
  pme_account_locked: 'since the account is locked',
  position_locked: 'since the position is locked',
  mmp_trigger: 'by market maker protection',
  mmp_config_curtailment: 'since market maker protection was narrowed',
  edit_post_only_reject: 'since the edited price would have crossed',
  oco_other_closed: 'since the order it was linked to has ended',
  oto_primary_closed: 'since the order that would have placed it has ended',
  settlement: 'by the settlement',
  order_overlap: 'since it would have met an own order',
  order_overlap_another_sub: 'since it would have met an order of another subaccount',
};

/** The reason of a cancel in words. */
export function describeCancelReason(reason: string): string {
  return lookUp(CANCEL_REASON_WORDS, reason) ?? spell(reason);
}
