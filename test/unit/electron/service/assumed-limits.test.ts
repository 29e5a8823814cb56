import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createAssumedLimits } from '../../../../electron/service/limits/assumed-limits.ts';
import { createRateBudget } from '../../../../electron/service/limits/budget.ts';
import { createSettings, SETTINGS_MIGRATIONS } from '../../../../electron/storage/settings.ts';
import { limitsSchema } from '../../../../shared/service/account.ts';
import { createVirtualClock } from '../../../support/virtual-clock.ts';

it('the documented limits are taken once the trader chooses them, and at the next start too; not over told ones', () => {
  const database = new DatabaseSync(':memory:');
  for (const statement of SETTINGS_MIGRATIONS) database.exec(statement);
  const start = () => {
    const budget = createRateBudget(createVirtualClock());
    const settings = createSettings(database, () => 1);
    return { budget, limits: createAssumedLimits(budget, settings, () => undefined) };
  };
  const told = start();
  told.budget.configure(limitsSchema.parse({ matching_engine: { trading: { total: { rate: 1, burst: 5 } } } }));
  told.limits.choose();
  expect(start().budget.basis()).toBe('untold');
  const first = start();
  first.limits.choose();
  expect([first.budget.basis(), start().budget.basis()]).toEqual(['assumed', 'assumed']);
  database.close();
});
