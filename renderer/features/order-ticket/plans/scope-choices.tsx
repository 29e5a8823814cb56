import { nameTarget, type PlanRequest, type PlanScope } from '../../../../shared/execution/plan.ts';
import { useInstrument } from '../../../api/queries.ts';
import { Choices } from '../../../ui/controls/choices.tsx';

type Flatten = Extract<PlanRequest, { kind: 'flatten' }>;

interface ScopeChoicesProps {
  readonly request: Flatten;
  /** The instrument that smaller scopes are around; null: everything alone is offered. */
  readonly around: string | null;
  readonly onChoose: (request: Flatten) => void;
}

/** How much is flattened: an instrument, its expiry, its underlying, or everything. */
export function ScopeChoices({ request, around, onChoose }: ScopeChoicesProps) {
  const instrument = useInstrument(around).data ?? null;
  const scopes: PlanScope[] = [
    ...(around === null ? [] : [{ of: 'instrument', instrument_name: around } as const]),
    ...(instrument === null ||
    instrument.expiration_timestamp === undefined ||
    instrument.settlement_period === 'perpetual'
      ? []
      : [
          {
            of: 'expiry',
            underlying: instrument.base_currency,
            expiration_timestamp: instrument.expiration_timestamp,
          } as const,
        ]),
    ...(instrument === null ? [] : [{ of: 'underlying', underlying: instrument.base_currency } as const]),
    { of: 'all' },
  ];
  const items = scopes.map((scope) => ({ scope, text: nameScope({ ...request, scope }), title: TITLES[scope.of] }));
  const chosen = items.find(({ scope }) => JSON.stringify(scope) === JSON.stringify(request.scope));
  const last = items.at(-1);
  if (last === undefined) return null;
  return (
    <Choices
      label="What to flatten"
      items={items}
      chosen={chosen ?? last}
      onChoose={({ scope }) => onChoose({ ...request, scope })}
    />
  );
}

function nameScope(request: Flatten): string {
  return request.scope.of === 'all' ? 'Everything' : nameTarget(request);
}

const TITLES: Readonly<Record<PlanScope['of'], string>> = {
  instrument: 'This instrument alone',
  expiry: 'Everything of its underlying that expires then',
  underlying: 'Every instrument of its underlying',
  all: 'Every position and order of the account',
};
