import { z } from 'zod';
import type { Settings } from '../storage/settings.ts';

const ACCOUNT_ID = 'account_id';
const idSchema = z.number().int();

/** Whose orders a profile keeps: the account that its key was of when it was first read. */
export interface AccountOwner {
  /** Takes the id of a reading; undefined where the service names none. */
  readonly note: (id: number | undefined) => void;
  /** Whether the key is of another account than the one whose orders are kept here. */
  readonly isOther: () => boolean;
  /** A person says that it is meant: the profile is the other account's from now on. */
  readonly adopt: () => void;
}

/** `settings` is null where nothing can be stored, nor sold. `onChange` is told when it is found to be another, or is no more. */
export function createAccountOwner(settings: Settings | null, onChange: () => void): AccountOwner {
  let known = settings?.read(ACCOUNT_ID, idSchema) ?? null;
  let found: number | null = null;
  const isOther = () => known !== null && found !== null && found !== known;

  function keep(id: number): void {
    known = id;
    settings?.write(ACCOUNT_ID, id);
  }

  return {
    note: (id) => {
      if (id === undefined || id === found) return;
      const was = isOther();
      found = id;
      if (known === null) keep(id);
      if (isOther() !== was) onChange();
    },
    isOther,
    adopt: () => {
      if (found === null || !isOther()) return;
      keep(found);
      onChange();
    },
  };
}
