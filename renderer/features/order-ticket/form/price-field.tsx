import { useId } from 'react';
import type { AdvancedType } from '../../../../shared/service/order.ts';
import { FieldRow, isBad } from './field-row.tsx';
import type { FieldsProps } from './fields-props.ts';
import { convertTyped, describeForms, readForms, suggestPrice } from './price-line.ts';
import { Segmented } from './segmented.tsx';
import { TextInput } from './text-input.tsx';
import { collectIssues } from '../issues/ticket-issues.ts';
import { readNumbers } from './ticket-state.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';

type FormKey = 'quote' | AdvancedType;

function readKey(key: FormKey): AdvancedType | null {
  return key === 'quote' ? null : key;
}

/** The limit price; of an option in its quote, in USD or as implied volatility, with the others beside it. */
export function PriceField({
  state,
  marked,
  summary,
  issues,
  instrument,
  ticker,
  serviceNowMs,
  dispatch,
}: FieldsProps) {
  const id = useId();
  if (summary.price.use === 'irrelevant') return null;
  const { advanced } = summary.draft;
  const field = advanced ?? 'price';
  const found = collectIssues(issues.byField, ['price', 'advanced']);
  const forms = readForms(summary.draft, instrument, ticker, serviceNowMs);
  const steps = { price: summary.tick === null ? '' : formatDecimal(summary.tick), usd: '1', implv: '0.1' }[field];
  return (
    <FieldRow
      label="Price"
      htmlFor={id}
      isPreset={marked.has('price')}
      issues={found}
      issuesId={`${id}-issues`}
      dispatch={dispatch}
    >
      <TextInput
        id={id}
        value={readNumbers(state)[field]}
        suffix={steps === '' ? '' : `↕ ${steps}`}
        isInvalid={isBad(found)}
        describedBy={`${id}-issues`}
        isNumeric
        onType={(text) => dispatch({ type: 'type_number', field, text })}
        onNudge={
          instrument === null
            ? undefined
            : (count) => {
                const from = suggestPrice(state.side, advanced, instrument, ticker, serviceNowMs);
                dispatch({ type: 'nudge', field, steps: count, instrument, from });
              }
        }
      >
        {summary.priceForms.length === 1 || instrument === null ? null : (
          <Segmented<FormKey>
            isSmall
            label="Form of the price"
            value={advanced ?? 'quote'}
            options={summary.priceForms.map((form) => ({
              value: form ?? 'quote',
              text: { quote: instrument.quote_currency, usd: 'USD', implv: 'IV' }[form ?? 'quote'],
              explanation: {
                quote: 'In the instrument’s own quote',
                usd: 'In USD: the engine moves the order to that value',
                implv: 'Implied volatility in percent: the engine moves the order to it',
              }[form ?? 'quote'],
            }))}
            onChoose={(key) => {
              const form = readKey(key);
              const converted = convertTyped(state, form, instrument, ticker, serviceNowMs);
              dispatch({ type: 'switch_price_form', form, converted });
            }}
          />
        )}
      </TextInput>
      {summary.priceForms.length === 1 || instrument === null ? null : (
        <p className="price-forms number" aria-label="The price in its other forms" role="note">
          {describeForms(forms, advanced, instrument, summary.places)}
        </p>
      )}
    </FieldRow>
  );
}
