import type { DecimalString } from '../../../../shared/decimal.ts';
import type { PriceForms } from '../../../../shared/options/price-forms.ts';
import type { Issue } from '../../../../shared/orders/issue.ts';
import type { Instrument } from '../../../../shared/service/instrument.ts';
import type { AdvancedType } from '../../../../shared/service/order.ts';
import type { ChildChange } from '../linked/child-ticket.ts';
import type { NumberField } from './ticket-numbers.ts';
import type { TicketChoices, TicketState } from './ticket-state.ts';

/** What the trader does to the ticket, and what becomes known that a deed of theirs waited for. */
export type TicketAction =
  | { readonly type: 'select_instrument'; readonly instrumentName: string | null }
  | { readonly type: 'type_number'; readonly field: NumberField; readonly text: string }
  | { readonly type: 'type_label'; readonly text: string }
  /** A label was used up by an order: unless the trader has typed another since, the next one takes its place. */
  | { readonly type: 'replace_label'; readonly used: string; readonly next: string }
  | { readonly type: 'choose'; readonly choice: Partial<TicketChoices> }
  | {
      readonly type: 'switch_size_unit';
      readonly unit: TicketState['sizeUnit'];
      readonly instrument: Instrument | null;
    }
  /** `converted`: what the price typed comes to in the new form; null where that can't be told. */
  | { readonly type: 'switch_price_form'; readonly form: AdvancedType | null; readonly converted: DecimalString | null }
  /** A price of the instrument was clicked. */
  | { readonly type: 'pick_price'; readonly instrumentName: string; readonly price: DecimalString }
  /** The price clicked, unless another was typed since, into the field that is the price of the order as it is. */
  | {
      readonly type: 'take_price';
      readonly instrument: Instrument;
      /** The price in its three forms, for options. */
      readonly forms: PriceForms | null;
    }
  /** So many steps up (or down, when negative), from `from` where nothing readable is typed. */
  | {
      readonly type: 'nudge';
      readonly field: NumberField;
      readonly steps: number;
      readonly instrument: Instrument;
      readonly from: DecimalString | null;
    }
  | { readonly type: 'change_child'; readonly index: 0 | 1; readonly change: ChildChange }
  | { readonly type: 'apply_fix'; readonly fix: Issue['fixes'][number]; readonly child: number | null }
  /** `typed`: what the warning asks to be typed, as far as it is; empty for a tick, null to take it back. */
  | { readonly type: 'acknowledge'; readonly key: string; readonly typed: string | null }
  | { readonly type: 'forget_acknowledgements' };
