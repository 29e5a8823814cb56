import { TEMPLATES } from '../../../../shared/rfq/templates.ts';
import { setLegs } from '../../../stores/rfq/rfq-store.ts';
import { Dialog } from '../../../ui/controls/dialog.tsx';
import { PAIRS } from './solved-amounts.ts';
import { SolvedLegs } from './solved-legs.tsx';
import { type TemplateChoice, useTemplate } from './use-template.ts';

/** Builds a structure with strikes by delta or moneyness of live prices. */
export function TemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const choice = useTemplate();
  const { template, sized, amount, isAmountRead } = choice;

  function take(): void {
    if (sized.legs === null) return;
    setLegs(sized.legs);
    onClose();
  }

  return (
    <Dialog title="Structures" isWide onClose={onClose}>
      <form
        className="rfq-template"
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <label>
          Structure
          <select
            aria-label="Structure"
            data-first-focus
            value={template.id}
            onChange={(event) => choice.chooseTemplate(event.target.value)}
          >
            {TEMPLATES.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Side
          <select
            value={choice.side}
            onChange={(event) => choice.setSide(event.target.value === 'sell' ? 'sell' : 'buy')}
          >
            <option value="buy">Buy</option>
            <option value="sell">Sell</option>
          </select>
        </label>
        <label>
          Pair
          <select value={choice.pair} onChange={(event) => choice.setPair(event.target.value)}>
            {PAIRS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Amount
          <input
            type="text"
            placeholder={sized.wanted === null ? 'block minimum' : `least: ${sized.wanted}`}
            maxLength={32}
            aria-invalid={!isAmountRead}
            value={amount}
            onChange={(event) => choice.setAmount(event.target.value)}
          />
        </label>
        <ExpiryFields choice={choice} />
        <StrikeFields choice={choice} />
        <SolvedLegs
          legs={sized.shown}
          problem={isAmountRead ? choice.problem : 'amount_unreadable'}
          isReady={sized.legs !== null}
        />
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly choice: TemplateChoice;
}

function ExpiryFields({ choice: { template, near, far, chooseNear, chooseFar } }: ChoiceProps) {
  if (template.expiries === 0) return null;
  return (
    <>
      <label>
        {template.expiries === 2 ? 'Near expiry' : 'Expiry'}
        <select value={near.chosen} onChange={(event) => chooseNear(event.target.value)}>
          {near.listed.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {template.expiries < 2 ? null : (
        <label>
          Far expiry
          <select value={far.chosen} onChange={(event) => chooseFar(event.target.value)}>
            {far.listed.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

function StrikeFields({ choice: { template, by, typed, chooseBy, setTargets } }: ChoiceProps) {
  return (
    <>
      {template.targets.length === 0 ? null : (
        <label>
          Strikes by
          <select value={by} onChange={(event) => chooseBy(event.target.value === 'moneyness' ? 'moneyness' : 'delta')}>
            <option value="delta">delta</option>
            <option value="moneyness">% of the forward</option>
          </select>
        </label>
      )}
      {template.targets.map((target, slot) => (
        // oxlint-disable-next-line react/no-array-index-key -- targets are told apart by their rank
        <label key={slot}>
          {by === 'delta'
            ? `${target.type === 'put' ? 'Put' : 'Call'} delta, strike ${slot + 1}`
            : `Percent, strike ${slot + 1}`}
          <input
            type="text"
            inputMode="decimal"
            maxLength={12}
            value={typed[slot] ?? ''}
            onChange={(event) => setTargets(typed.map((text, at) => (at === slot ? event.target.value : text)))}
          />
        </label>
      ))}
    </>
  );
}
