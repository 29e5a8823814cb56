import { analyse, type AnalysisRequest } from './analyse.ts';

/** A question with the number that its answer bears. */
export interface Asked {
  readonly id: number;
  readonly request: AnalysisRequest;
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- its window alone hears it
  self.postMessage({ id: data.id, analysis: analyse(data.request) });
});
