/** What is a matter of setting: where the sources disagree, or give no number. */
export interface OrderRules {
  /** The contract clamps a price outside the band; the service's change log says it refuses (facts, section 11). */
  readonly outsideBand: 'clamp' | 'reject';
  /** The contract takes post only with good till cancelled alone; services were seen that take it with good till day. */
  readonly postOnlyUntilDay: boolean;
  /** What `post_only` is where a limit order leaves it out: the contract says true, services were seen with false. */
  readonly postOnlyDefault: boolean;
  /** Untriggered trigger orders of an account, for each of stop, take and trailing; the number is not published. */
  readonly maxTriggerOrders: number;
  /** Secondary orders of an account that wait for their primary; the number is not published. */
  readonly maxSecondaryOrders: number;
}

export const DEFAULT_ORDER_RULES: OrderRules = {
  outsideBand: 'clamp',
  postOnlyUntilDay: false,
  postOnlyDefault: true,
  maxTriggerOrders: 100,
  maxSecondaryOrders: 100,
};
