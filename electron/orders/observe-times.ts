import type { Result } from '../../shared/result.ts';
import type { ServiceClient } from '../service/client-interface.ts';
import type { Answer, CallFailure } from '../service/failure.ts';
import type { ServiceClock } from '../service/service-clock.ts';

/** Gives the service's clock the times of answers, rejections included. */
export function observeTimes(serviceClock: ServiceClock, result: Result<Answer<unknown>, CallFailure>): void {
  if (result.ok) serviceClock.observe(result.value.times);
  else if (result.error.kind === 'service_error') serviceClock.observe(result.error.times);
}

/** A client whose every answer tells the service's clock of its time. */
export function observing(
  client: Pick<ServiceClient, 'call'>,
  serviceClock: ServiceClock,
): Pick<ServiceClient, 'call'> {
  return {
    call: async (...asked) => {
      const result = await client.call(...asked);
      observeTimes(serviceClock, result);
      return result;
    },
  };
}
