import type { OrderCheck } from '../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../shared/orders/draft.ts';
import type { OrderFacts } from '../../shared/orders/facts.ts';
import { forecastOrder } from '../../shared/orders/forecast/forecast.ts';
import { isHeldBack } from '../../shared/orders/held-back.ts';
import { checkDraft } from '../../shared/orders/rules.ts';
import { lackCredits } from '../../shared/orders/rules/credits.ts';
import type { OrderParams } from '../../shared/service/methods.ts';
import { writeRequest } from './request-text.ts';

/**
 * The rules' findings on a sell, and its request when none rejects it. The forecast is there also while it is held
 * back.
 */
export function examine(draft: OrderDraft, facts: OrderFacts, buildParams: () => OrderParams): OrderCheck {
  const issues = checkDraft(draft, facts);
  const errors = issues.filter((found) => found.severity === 'error');
  if (!errors.every(isHeldBack)) return { issues, forecast: null, request: null };
  return {
    issues,
    forecast: forecastOrder(draft, facts),
    request: errors.length > 0 ? null : writeRequest(buildParams()),
  };
}

/** The last credit went to another order between the check and the sending. */
export function withoutCredits(check: OrderCheck, limit: OrderFacts['orderLimit']): OrderCheck {
  return { ...check, issues: [...check.issues, lackCredits(limit)], request: null };
}
