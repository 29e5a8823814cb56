import type { OrderCheck } from '../../shared/ipc/order-schema.ts';
import type { SellDraft } from '../../shared/orders/draft.ts';
import type { SellFacts } from '../../shared/orders/facts.ts';
import { forecastSell } from '../../shared/orders/forecast.ts';
import { checkSell } from '../../shared/orders/rules.ts';
import { lackCredits } from '../../shared/orders/rules/credits.ts';
import type { SellParams } from '../../shared/service/methods.ts';
import { writeRequest } from './request-text.ts';

/** What the rules say of a sell; what it would do and its request only when no rule refuses it. */
export function examine(draft: SellDraft, facts: SellFacts, buildParams: () => SellParams): OrderCheck {
  const issues = checkSell(draft, facts);
  if (issues.some((found) => found.severity === 'error')) return { issues, forecast: null, request: null };
  return { issues, forecast: forecastSell(draft, facts), request: writeRequest(buildParams()) };
}

/** The last credit went to another order between the check and the sending. */
export function withoutCredits(check: OrderCheck, limit: SellFacts['orderLimit']): OrderCheck {
  return { ...check, issues: [...check.issues, lackCredits(limit)], request: null };
}
