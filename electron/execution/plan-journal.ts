import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { type Plan, planSchema } from '../../shared/execution/plan.ts';
import type { DemandInPlace } from '../storage/in-place.ts';
import { createTransact } from '../storage/transaction.ts';

/** Version 4 of the order journal: plans as they were started. What became of their orders is in the orders' own rows. */
export const PLANS_MIGRATION = `CREATE TABLE plans (
    plan_id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_over INTEGER NOT NULL DEFAULT 0,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX plans_open ON plans (account) WHERE is_over = 0`;

/** Plans of one account. */
export interface PlanJournal {
  /** The disk has the plan on return. Throws when it can't be written. */
  readonly begin: (plan: Plan) => void;
  /** The plan was carried out, dismissed, or goes on as another. Throws when it can't be written. */
  readonly end: (planId: string) => void;
  /** Plans that an earlier run left, oldest first. */
  readonly open: () => Plan[];
}

const storedBody = z.object({ body: z.string() });

/** Opens the table in the order journal's file. `demandInPlace` throws where the file was moved or deleted. */
export function createPlanJournal(
  database: DatabaseSync,
  account: string,
  demandInPlace: DemandInPlace = () => undefined,
): PlanJournal {
  const insert = database.prepare('INSERT INTO plans (plan_id, account, created_at, body) VALUES (?, ?, ?, ?)');
  const setOver = database.prepare('UPDATE plans SET is_over = 1 WHERE plan_id = ? AND account = ?');
  const selectOpen = database.prepare('SELECT body FROM plans WHERE account = ? AND is_over = 0 ORDER BY created_at');
  const transact = createTransact(database);
  return {
    begin: (plan) => {
      demandInPlace();
      transact(() => void insert.run(plan.plan_id, account, plan.created_at, JSON.stringify(plan)));
    },
    end: (planId) => transact(() => void setOver.run(planId, account)),
    // A plan that this version can't read is left out: its orders are rows of their own.
    open: () => selectOpen.all(account).flatMap((stored) => readPlan(storedBody.parse(stored).body) ?? []),
  };
}

function readPlan(body: string): Plan | null {
  try {
    return planSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
