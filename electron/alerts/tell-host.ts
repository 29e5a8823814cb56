import { describeNews } from '../../shared/alerts/news-text.ts';
import type { AlertsChange } from '../../shared/alerts/rule.ts';
import type { Catalog } from '../market/catalog.ts';
import type { Notify } from '../assembly/services-interface.ts';

/** Notifies the system of raised and blind alerts; only the window shows an end. */
export function tellHost({ rules, news }: AlertsChange, notify: Notify, peek: Catalog['peek']): void {
  for (const item of news) {
    const rule = rules.find(({ id }) => id === item.id);
    if (rule === undefined || item.kind === 'over' || item.kind === 'input_back') continue;
    const { title, detail } = describeNews(rule, item, (name) => peek(name)?.instrument ?? null);
    notify({ title, body: detail, isUrgent: item.level > 1 });
  }
}
