import { ERROR_CODE } from '../../../shared/service/error-codes.ts';
import type { Clock } from '../../clock.ts';
import type { Credentials } from '../../profiles/profile.ts';
import type { CallFailure, NotSent } from '../failure.ts';

/** Codes by which a private call says that its key, token or signature is not good (facts, section 3). */
const KEY_CODES: readonly number[] = [
  ERROR_CODE.invalidCredentials,
  ERROR_CODE.unauthorized,
  ERROR_CODE.authorizationRequired,
];

/** Refusals of private calls in a row that prove a bad key: one alone may be a mistake or an unknown clock. */
const ENOUGH = { few: { refusals: 3, overMs: 2000 }, many: { refusals: 6, overMs: 10_000 } } as const;

/** A signature is good for a minute (facts, section 2): one by a clock that is this far off may be refused for its time. */
const SIGNATURE_OFF_MS = 30_000;

/** Whether the service still takes the profile's key. Errors that go on can lead to a ban (facts, section 7). */
export interface KeyLatch {
  /** Why no private call may be written; null when one may. */
  readonly why: () => NotSent | null;
  /** Whether the key was refused, and has not been taken since. */
  readonly isRefused: () => boolean;
  /** A login with the secret itself failed. One that was not answered says nothing of the key. */
  readonly noteLogin: (failure: CallFailure) => void;
  /** A private read failed, though its authorization was as fresh as can be, by the service's clock as it is known here. */
  readonly noteRead: (failure: CallFailure, scheme: Credentials['scheme'], serviceNowMs: number) => void;
  /** A private call was let in. */
  readonly noteTaken: () => void;
  /** A person asks to try the key once more. */
  readonly retry: () => void;
}

/** Open until the service refuses the key; then shut until a person asks. `onChange`: shut, or open again and proven. */
export function createKeyLatch(clock: Clock, onChange: () => void): KeyLatch {
  let state: 'taken' | 'refused' | 'tried' = 'taken';
  let detail = '';
  let refusals = 0;
  let sinceMs = 0;

  function shut(code: number, message: string): void {
    detail = `${code} ${message}`;
    refusals = 0;
    if (state === 'refused') return;
    state = 'refused';
    onChange();
  }

  return {
    why: () => (state === 'refused' ? { kind: 'not_sent', reason: 'login_failed', detail } : null),
    isRefused: () => state !== 'taken',
    noteLogin: (failure) => {
      if (failure.kind !== 'service_error') return;
      if (failure.class === 'credentials' || failure.class === 'refused') shut(failure.code, failure.message);
    },
    noteRead: (failure, scheme, serviceNowMs) => {
      if (failure.kind !== 'service_error' || !KEY_CODES.includes(failure.code)) return;
      const toldMs = failure.times.serviceTimeMs;
      // The rejection says that the time was wrong, so the key isn't judged.
      if (scheme === 'signature' && toldMs !== null && Math.abs(serviceNowMs - toldMs) > SIGNATURE_OFF_MS) return;
      if (refusals === 0) sinceMs = clock.monotonic();
      refusals += 1;
      const enough = scheme === 'signature' ? ENOUGH.many : ENOUGH.few;
      const isEnough = refusals >= enough.refusals && clock.monotonic() - sinceMs >= enough.overMs;
      if (isEnough || state === 'tried') shut(failure.code, failure.message);
    },
    noteTaken: () => {
      refusals = 0;
      // A call from before the refusal may be answered after it: that proves nothing of the key now.
      if (state !== 'tried') return;
      state = 'taken';
      onChange();
    },
    retry: () => {
      if (state === 'refused') state = 'tried';
    },
  };
}
