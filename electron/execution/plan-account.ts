import { isInScope, marginBound, type PlanRequest } from '../../shared/execution/plan.ts';
import type { PlanPreview } from '../../shared/ipc/schemas/plan-schema.ts';
import { isWorking } from '../../shared/orders/outcome/resting.ts';
import type { Instrument } from '../../shared/service/instrument.ts';
import type { Order } from '../../shared/service/order.ts';
import type { Position } from '../../shared/service/position.ts';
import type { ReadHoldings } from './holdings.ts';

/** The account as a plan is made of it. */
export interface AccountNow {
  readonly orders: readonly Order[];
  readonly positions: readonly Position[];
  readonly instrumentOf: (instrumentName: string) => Instrument | null;
}

/** What plans ask about the account. Both throw `IpcFailure` where it can't be read. */
export interface PlanAccount {
  readonly read: (request: PlanRequest) => Promise<AccountNow>;
  /** Working orders in what the plan is for. */
  readonly ordersLeft: (request: PlanRequest) => Promise<readonly Order[]>;
}

/** `loadInstrument` asks the service for an instrument that is not known; null: there is none. */
export function createPlanAccount(
  holdings: ReadHoldings,
  loadInstrument: (instrumentName: string) => Promise<Instrument | null>,
): PlanAccount {
  async function loadAll(names: Iterable<string>): Promise<AccountNow['instrumentOf']> {
    const loaded = new Map<string, Instrument | null>();
    for (const name of new Set(names)) loaded.set(name, await loadInstrument(name));
    return (name) => loaded.get(name) ?? null;
  }

  return {
    read: async (request) => {
      const one = request.kind === 'reverse' ? request : request.scope.of === 'instrument' ? request.scope : null;
      const [orders, positions] = await Promise.all([
        holdings.orders(),
        holdings.positions(one === null ? null : [one.instrument_name]),
      ]);
      const names = [...orders, ...positions].map(({ instrument_name }) => instrument_name);
      return { orders, positions, instrumentOf: await loadAll(names) };
    },
    ordersLeft: async (request) => {
      const open = (await holdings.orders()).filter(isWorking);
      const instrumentOf = await loadAll(open.map(({ instrument_name }) => instrument_name));
      return open.filter(({ instrument_name }) => isOf(request, instrument_name, instrumentOf));
    },
  };
}

/** What the plan's positions bind, and how many of its working orders only reduce: the words beside the steps. */
export function describeHeld(
  request: PlanRequest,
  { orders, positions, instrumentOf }: AccountNow,
): Pick<PlanPreview, 'frees' | 'resting_reduce_only'> {
  const isWanted = ({ instrument_name: name }: { readonly instrument_name: string }): boolean =>
    isOf(request, name, instrumentOf);
  const currencyOf = (name: string): string =>
    instrumentOf(name)?.settlement_currency ?? instrumentOf(name)?.base_currency ?? '';
  const reducing = orders.filter((order) => isWanted(order) && isWorking(order) && order.reduce_only === true);
  return { frees: marginBound(positions.filter(isWanted), currencyOf), resting_reduce_only: reducing.length };
}

function isOf(request: PlanRequest, name: string, instrumentOf: AccountNow['instrumentOf']): boolean {
  return request.kind === 'reverse'
    ? name === request.instrument_name
    : isInScope(request.scope, name, instrumentOf(name));
}
