import { useEffect, useRef, useState } from 'react';
import type { Analysis, AnalysisRequest } from './analyse.ts';
// oxlint-disable-next-line import/default -- the builder answers with the address of the built file
import workerUrl from './worker.ts?worker&url';

/** The only script that this policy lets through is the worker's own; the page's policy allows no other of any name. */
const POLICY = 'analysis-worker';

interface Answered {
  readonly id: number;
  readonly analysis: Analysis;
}

function startWorker(): Worker {
  const trusted = window.trustedTypes?.createPolicy(POLICY, {
    createScriptURL: (url) => {
      if (url !== workerUrl) throw new Error('not the worker’s own script');
      return url;
    },
  });
  // Typed as text; where the browser knows no trusted types, it is one.
  return new Worker((trusted?.createScriptURL(workerUrl) ?? workerUrl) as string, { type: 'module', name: POLICY });
}

let shared: Worker | null = null;

/** One worker for the window, started when it is first needed. */
function sharedWorker(): Worker {
  shared ??= startWorker();
  return shared;
}

let lastId = 0;

/**
 * The analysis of the newest request that has been answered; null before the first. While one is worked out, only the
 * newest of those that came meanwhile is kept: sliders never run ahead of the drawing.
 */
export function useAnalysis(request: AnalysisRequest, key: string): { analysis: Analysis | null; hasFailed: boolean } {
  const [analysis, setAnalysis] = useState<Analysis | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const waiting = useRef<AnalysisRequest | null>(null);
  const asked = useRef<number | null>(null);

  useEffect(() => {
    const worker = sharedWorker();
    const onMessage = ({ data }: MessageEvent<Answered>): void => {
      if (data.id !== asked.current) return;
      asked.current = null;
      setAnalysis(data.analysis);
      ask();
    };
    const onError = (): void => {
      asked.current = null;
      setFailed(true);
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onError);
    return () => {
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onError);
    };
  }, []);

  function ask(): void {
    const next = waiting.current;
    if (next === null || asked.current !== null) return;
    waiting.current = null;
    lastId += 1;
    asked.current = lastId;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    sharedWorker().postMessage({ id: lastId, request: next });
  }

  useEffect(() => {
    waiting.current = request;
    ask();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- prices move by the second; the key tells what is drawn anew
  }, [key]);

  return { analysis, hasFailed };
}
