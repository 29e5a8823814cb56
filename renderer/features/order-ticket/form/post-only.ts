import type { TicketKind } from './ticket-state.ts';

/**
 * Post only as chosen, kind by kind: a limit order rests with it, a stop that never takes may stop nothing. What is
 * chosen for one kind is never carried to another, and is there again when its kind is.
 */
export interface PostOnlyChoices {
  /** Of a limit order. */
  readonly postOnly: boolean;
  /** Of what a stop becomes with a price. */
  readonly stopPostOnly: boolean;
  /** Of what a take becomes with a price. */
  readonly takePostOnly: boolean;
}

/**
 * On at first for a limit order, as at the service: an untouched ticket never takes. What waits for a trigger is meant to
 * trade once that fires.
 */
export const POST_ONLY_AT_FIRST: PostOnlyChoices = { postOnly: true, stopPostOnly: false, takePostOnly: false };

const FIELD_OF_KIND = {
  limit: 'postOnly',
  market: 'postOnly',
  trail: 'postOnly',
  stop: 'stopPostOnly',
  take: 'takePostOnly',
} as const satisfies Record<TicketKind, keyof PostOnlyChoices>;

/** Which choice is the kind's. */
export function postOnlyField(kind: TicketKind): keyof PostOnlyChoices {
  return FIELD_OF_KIND[kind];
}

/** Whether the kind is post only, as far as its terms allow it. */
export function readPostOnly(choices: PostOnlyChoices, kind: TicketKind): boolean {
  return choices[FIELD_OF_KIND[kind]];
}

/** The choice of post only for the kind alone. */
export function choosePostOnly(kind: TicketKind, isOn: boolean): Partial<PostOnlyChoices> {
  return { [FIELD_OF_KIND[kind]]: isOn };
}

/** The choice of post only whatever the kind. */
export function chooseAllPostOnly(isOn: boolean): PostOnlyChoices {
  return { postOnly: isOn, stopPostOnly: isOn, takePostOnly: isOn };
}
