import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { Ticker } from '../../../../shared/service/ticker.ts';
import type { TicketIssues } from '../issues/ticket-issues.ts';
import type { MarkedField } from './ticket-preset.ts';
import type { TicketAction } from './ticket-action.ts';
import type { TicketState } from './ticket-state.ts';
import type { TicketSummary } from './ticket-summary.ts';

/** What every field of the ticket draws from. */
export interface FieldsProps {
  readonly state: TicketState;
  /** Fields that hold what a preset set. */
  readonly marked: ReadonlySet<MarkedField>;
  readonly summary: TicketSummary;
  readonly issues: TicketIssues;
  readonly instrument: Instrument | null;
  readonly ticker: Ticker | null;
  /** The service's clock. */
  readonly serviceNowMs: number;
  /** See `useMissingTold`. */
  readonly missingTold: object | null;
  readonly dispatch: (action: TicketAction) => void;
}
