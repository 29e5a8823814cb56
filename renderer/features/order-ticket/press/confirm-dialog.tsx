import { type DecimalString, parseDecimal } from '../../../../shared/decimal.ts';
import { kindOfName } from '../../../../shared/service/instrument-name.ts';
import { DIALOG_MS, type Demand, type Ladder } from '../../../../shared/orders/confirmation.ts';
import type { OrderDraft } from '../../../../shared/orders/draft.ts';
import type { ForecastStepCode } from '../../../../shared/orders/forecast/forecast-schema.ts';
import { askToAccept } from '../../../ui/order-words/accept-text.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { MISSING } from '../../../ui/words/format.ts';
import { PressButton } from '../../../ui/controls/press-button.tsx';
import type { CheckedDraft } from '../form/check-runner.ts';
import { describeChild } from '../linked/child-text.ts';
import { ForecastSteps } from '../forecast/forecast.tsx';
import { describeIssueElsewhere } from '../issues/issue-text.ts';
import { describeDemand } from '../ladder/ladder-text.ts';
import { describeOrderTerms } from '../forecast/order-terms.ts';
import type { TicketIssue } from '../issues/ticket-issues.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

interface ConfirmDialogProps {
  readonly text: string;
  readonly draft: OrderDraft;
  readonly demand: Demand;
  readonly ladder: Ladder;
  readonly profileName: string;
  readonly answer: CheckedDraft | null;
  readonly places: number;
  /** How much is sold, with its unit. */
  readonly amount: string;
  /** Of amounts. */
  readonly unit: string;
  /** One that came up since the trader pressed is accepted in the ticket, not here. */
  readonly warnings: readonly TicketIssue[];
  /** Why it can't be sold now; null when it can. */
  readonly blocked: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Steps of the forecast that say what the order is worth: it stands among the terms already. */
const WORTH: ReadonlySet<ForecastStepCode> = new Set(['notional', 'underlying']);

/** By the market as it is while this stands: a minute may pass. Null where no forecast says. */
function readWorth(answer: CheckedDraft | null): DecimalString | null {
  const step = answer?.check?.forecast?.steps.find(({ code }) => WORTH.has(code));
  return parseDecimal(step?.params['usd'] ?? '');
}

/** Why it can't be sold now; a warning can't be accepted before this is closed. Null where nothing is in the way. */
function describeBlocked({ blocked, warnings }: ConfirmDialogProps): string | null {
  const open = warnings.filter(({ isAccepted }) => !isAccepted).length;
  if (blocked === null || blocked !== askToAccept(open)) return blocked;
  return `Escape goes back to the ticket: accept the ${open === 1 ? 'warning' : 'warnings'} there.`;
}

/** The order as it would be sent; a press here sells it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { text, draft, demand, blocked } = props;
  const why = describeDemand(demand, props.ladder);
  const kind = kindOfName(draft.instrument_name);
  const isOption = kind === 'option' || kind === 'option_combo';
  const worth = readWorth(props.answer) ?? demand.notionalUsd;
  return (
    <Dialog title={`Confirm the ${draft.direction}`} onClose={props.onClose}>
      {why === null ? null : <p className="confirm-why">{why}</p>}
      <dl className="confirm-terms">
        <dt>Profile</dt>
        <dd>{props.profileName}</dd>
        <dt>Instrument</dt>
        <dd className="number">{draft.instrument_name}</dd>
        <dt>Order</dt>
        <dd>{describeOrderTerms(draft, props.unit, props.places)}</dd>
        <dt>Amount</dt>
        <dd className="number">{props.amount}</dd>
        <dt>{isOption ? 'Worth (underlying)' : 'Worth'}</dt>
        <dd className="number">{worth === null ? MISSING : `${formatDecimal(worth, { max: 0 })} USD`}</dd>
        <dt>Label</dt>
        <dd className="number">{draft.label === '' ? 'made when sent' : draft.label}</dd>
        {draft.children.map((child, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- their places are all that tells two of them apart
          <div key={index} className="field-pair">
            <dt>Linked {index + 1}</dt>
            <dd>{describeChild(child, props.unit, props.places)}</dd>
          </div>
        ))}
        {props.warnings.map((issue) => (
          <div key={issue.key} className="field-pair">
            <dt>{issue.isAccepted ? 'Accepted' : 'Not accepted'}</dt>
            <dd>{describeIssueElsewhere(issue)}</dd>
          </div>
        ))}
      </dl>
      <section className="forecast confirm-forecast" aria-label="What will happen once confirmed">
        <ForecastSteps answer={props.answer} places={props.places} omitted={worth === null ? undefined : WORTH} />
      </section>
      <PressButton
        side={draft.direction}
        text={text}
        detail={describeBlocked(props) ?? `Escape sends nothing; this closes after ${DIALOG_MS / 1000} s.`}
        isDisabled={blocked !== null}
        isInFlight={false}
        isArmed={false}
        isAnswer
        onPress={() => {
          if (blocked === null) props.onConfirm();
        }}
      />
    </Dialog>
  );
}
