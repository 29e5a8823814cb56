import { useSession } from '../../../stores/session-store.ts';
import { describeAnswerTimes } from './answer-times-text.ts';

/** The service's latest answer times, where it is about to be asked. */
export function AnswerTimes() {
  const latency = useSession((state) => state.status?.latency ?? null);
  const said = latency === null ? null : describeAnswerTimes(latency);
  return said === null ? null : (
    <span className="answer-times number" title={said.explanation}>
      {said.text}
    </span>
  );
}
