import { type Side, SIDES } from '../../../../shared/orders/side.ts';
import { StillInput } from '../../../ui/controls/still-input.tsx';
import { sideWords } from '../../../ui/order-words/side-text.ts';
import './segmented.css';
import './side-field.css';

interface SideFieldProps {
  readonly side: Side;
  readonly onChoose: (side: Side) => void;
}

/** Buy or sell, at the top of the ticket: what was typed stays when the side changes. */
export function SideField({ side, onChoose }: SideFieldProps) {
  return (
    <div className="segmented side-field" role="radiogroup" aria-label="Side">
      {SIDES.map((each) => (
        <label
          key={each}
          className={`segment side-${each}`}
          title={`${sideWords(each).Name} (${each === 'buy' ? 'B' : 'S'})`}
        >
          <StillInput
            type="radio"
            className="visually-hidden"
            name="ticket-side"
            checked={each === side}
            onChange={() => onChoose(each)}
          />
          <span>{sideWords(each).Name}</span>
        </label>
      ))}
    </div>
  );
}
