import { analyse, type AnalysisRequest } from './analyse.ts';

/** A question with the number that its answer bears. */
export interface Asked {
  readonly id: number;
  readonly request: AnalysisRequest;
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  // Its window is the only one that hears it.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  self.postMessage({ id: data.id, analysis: analyse(data.request) });
});
