/** News for a part that begins after those who tell it. */
export interface Signal<News extends unknown[]> {
  readonly tell: (...news: News) => void;
  /** Hears from now on, and at once what was told before; one hearer. */
  readonly hear: (hear: (...news: News) => void) => void;
}

/** What is told before anybody hears it waits, in order. */
export function createSignal<News extends unknown[]>(): Signal<News> {
  const waiting: News[] = [];
  let hearer: ((...news: News) => void) | null = null;
  return {
    tell: (...news) => {
      if (hearer === null) waiting.push(news);
      else hearer(...news);
    },
    hear: (hear) => {
      hearer = hear;
      for (const news of waiting.splice(0)) hear(...news);
    },
  };
}
