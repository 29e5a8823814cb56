/** What a page has seen since it was told to begin; times in milliseconds. */
export interface PaintRecord {
  /** From the arrival of a batch to the task after the frame that showed it. */
  readonly latencies: number[];
  readonly frames: number[];
  /** Durations of tasks longer than 50 ms. */
  readonly longTasks: number[];
}

/**
 * Runs in a page before its code. Stamps each batch's arrival and the task after its frame: `window.paint.begin()`,
 * `window.paint.end()`.
 */
export function installPaintProbe(selector: string): void {
  const arrivals = new Map<number, number>();
  const frameEnds = new MessageChannel();
  const nextFrame = window.requestAnimationFrame.bind(window);
  let record: PaintRecord | null = null;
  let shown: number[] = [];
  let lastShown = 0;
  let isInFrame = false;

  function enterFrame(): void {
    if (isInFrame) return;
    isInFrame = true;
    frameEnds.port2.postMessage(null);
  }

  frameEnds.port1.addEventListener('message', () => {
    isInFrame = false;
    const now = performance.now();
    const newest = Math.max(0, ...shown);
    shown = [];
    for (const [sequence, at] of arrivals) {
      if (sequence > newest) break;
      arrivals.delete(sequence);
      record?.latencies.push(now - at);
    }
  });
  frameEnds.port1.start();

  window.requestAnimationFrame = (callback) =>
    nextFrame((at) => {
      enterFrame();
      callback(at);
    });

  window.WebSocket = class extends WebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      super(address, protocols);
      this.addEventListener('message', ({ data }) => {
        const now = performance.now();
        const text = String(data).slice(0, 900);
        const found = text.startsWith('{"channel":"market.changed"') ? /"best_bid_price":"(\d+)"/.exec(text) : null;
        if (found !== null) arrivals.set(Number(found[1]), now);
      });
    }
  };

  new MutationObserver(() => {
    const sequence = Number((document.querySelector(selector)?.textContent ?? '').replaceAll(',', ''));
    if (!(sequence > lastShown)) return;
    lastShown = sequence;
    if (isInFrame) shown.push(sequence);
    else {
      nextFrame(() => {
        enterFrame();
        shown.push(sequence);
      });
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) record?.longTasks.push(duration);
  }).observe({ type: 'longtask' });

  function countFrames(before: number): void {
    nextFrame((at) => {
      if (record === null) return;
      record.frames.push(at - before);
      countFrames(at);
    });
  }

  Reflect.set(window, 'paint', {
    begin: () => {
      arrivals.clear();
      record = { latencies: [], frames: [], longTasks: [] };
      nextFrame(countFrames);
    },
    end: () => {
      const done = record;
      record = null;
      return done;
    },
    lastShown: () => lastShown,
  });
}
