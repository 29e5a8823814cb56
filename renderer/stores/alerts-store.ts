import { createStore } from 'zustand/vanilla';
import { useStore } from 'zustand';
import { describeNews, type KnownInstrument } from '../../shared/alerts/news-text.ts';
import type { AlertNews, AlertRule, AlertsChange, AlertStatus, AlertsView } from '../../shared/alerts/rule.ts';
import { formatDecimal } from '../ui/words/shown.ts';
import { dismissToast, showMerged, soundFor, toastStore } from './toast-store.ts';

/** The profile's alerts and how they stand; the back end judges them. */
export const alertsStore = createStore<AlertsView>(() => ({ rules: [], statuses: [] }));

alertsStore.subscribe((view) => dropSettled(view));

/** News that stays goes once nothing that it tells of stands: each rule is quiet, snoozed or gone. */
function dropSettled(view: AlertsView): void {
  for (const { id, subject, of = [subject], isSticky } of toastStore.getState().toasts) {
    const alerts = of.map(readSubject);
    if (isSticky && alerts.every((alert) => alert !== null && !stands(alert, view))) dismissToast(id);
  }
}

function stands({ topic, ruleId }: Subject, { rules, statuses }: AlertsView): boolean {
  const rule = rules.find(({ id }) => id === ruleId);
  if (rule === undefined || isSilent(rule)) return false;
  const status = statuses.find(({ id }) => id === ruleId);
  if (status === undefined) return true;
  return topic === 'alert' ? status.is_raised : status.input !== 'fresh';
}

function isSilent({ snoozed_until: until }: AlertRule): boolean {
  return until !== null && Date.now() < until;
}

/** Whether a rule is raised, or was told to be blind and is, and not to be silent. */
export function isStanding(rule: AlertRule, statuses: readonly AlertStatus[]): boolean {
  const status = statuses.find(({ id }) => id === rule.id);
  if (status === undefined || isSilent(rule)) return false;
  return status.is_raised || (status.told_blind > 0 && status.input !== 'fresh');
}

/** What news of a rule is about: a blind alert and a raised one are two things. */
interface Subject {
  readonly topic: 'alert' | 'input';
  readonly ruleId: string;
}

function writeSubject({ topic, ruleId }: Subject): string {
  return `${topic} ${ruleId}`;
}

function readSubject(subject: string): Subject | null {
  const [topic, ruleId] = subject.split(' ');
  return (topic === 'alert' || topic === 'input') && ruleId !== undefined ? { topic, ruleId } : null;
}

/**
 * Takes how alerts stand as a session tells it. Nobody told this window of what was raised before it could hear: as the
 * program began, while its page was loaded or the back end out of reach. That is told now.
 */
export function adoptAlerts({ rules, statuses }: AlertsView, instrumentOf: KnownInstrument): void {
  const isTold = readTold();
  alertsStore.setState({ rules, statuses });
  for (const status of statuses) {
    const rule = rules.find(({ id }) => id === status.id);
    if (rule === undefined || isSilent(rule)) continue;
    for (const news of readStanding(status)) if (!isTold(news, statuses)) tellNews(rule, news, instrumentOf);
  }
}

/** What was told of a rule and still is so. Of what came while it was to be silent, news comes by itself. */
function readStanding(status: AlertStatus): readonly AlertNews[] {
  const { id, value, level, input, is_raised: isRaised, told_blind: blind } = status;
  const raised: AlertNews = { id, kind: 'raised', level, value, ...(input === 'fresh' ? {} : { is_old: true }) };
  const lost: AlertNews = { id, kind: 'input_lost', level: blind, value };
  return [...(isRaised && level > 0 ? [raised] : []), ...(blind > 0 ? [lost] : [])];
}

/** Whether this window has told of an alert that was raised or went blind, by how alerts stood before what comes now. */
function readTold(): (news: AlertNews, statuses: readonly AlertStatus[]) => boolean {
  const { statuses: before } = alertsStore.getState();
  return ({ id, kind, level }, statuses) => {
    const known = before.find((status) => status.id === id);
    const now = statuses.find((status) => status.id === id);
    if (known === undefined) return false;
    if (kind === 'input_lost') return known.told_blind >= level;
    return kind === 'raised' && known.is_raised && known.since === now?.since && known.level >= level;
  };
}

/** Takes rules that were changed here, before the back end has them; gives what puts the old ones back. */
export function changeRules(change: (rules: readonly AlertRule[]) => AlertRule[]): () => void {
  const { rules: before } = alertsStore.getState();
  const rules = change(before);
  alertsStore.setState({ rules });
  return () => {
    if (alertsStore.getState().rules === rules) alertsStore.setState({ rules: before });
  };
}

/** Takes a change, and tells its news as a toast and a tone. */
export function receiveAlerts(change: AlertsChange, instrumentOf: KnownInstrument): void {
  const { rules, statuses } = change;
  const isTold = readTold();
  alertsStore.setState({ rules, statuses });
  for (const news of change.news) {
    const rule = rules.find(({ id }) => id === news.id);
    // The session that was opened meanwhile may have told it.
    if (rule !== undefined && !isTold(news, statuses)) tellNews(rule, news, instrumentOf);
  }
}

function tellNews(rule: AlertRule, news: AlertNews, instrumentOf: KnownInstrument): void {
  const isBad = news.kind === 'raised' || news.kind === 'input_lost';
  const text = describeNews(rule, news, instrumentOf, formatDecimal);
  const tone = !isBad ? 'good' : news.level > 1 ? 'bad' : 'attention';
  const topic = news.kind === 'raised' || news.kind === 'over' ? 'alert' : 'input';
  const subject = writeSubject({ topic, ruleId: rule.id });
  const passing = isBad ? { passesAfterMs: SHOWN_MS } : {};
  if (isBad) soundFor('alert', Math.min(news.level, MOST_BEEPS));
  showMerged(
    { ...text, subject, tone, isSticky: isBad, ...passing },
    {
      ...BURST,
      subject: `many ${news.kind}`,
      tell: (count) => ({
        title: BURSTS[news.kind](count),
        detail: `The last: ${text.title}. Alerts has them all.`,
        tone,
        isSticky: isBad,
        ...passing,
      }),
    },
  );
}

/** Alerts that come together, as all do whose input is gone, and what so many of them are called. */
const BURSTS: Readonly<Record<AlertNews['kind'], (count: number) => string>> = {
  raised: (count) => `${count} alerts were raised`,
  over: (count) => `${count} alerts ended`,
  input_lost: (count) => `${count} alerts went blind`,
  input_back: (count) => `${count} alerts see again`,
};
/** From the fourth within ten seconds they are one toast. */
const BURST = { from: 4, withinMs: 10_000 };

/** Then the status bar alone goes on saying that alerts stand. */
const SHOWN_MS = 30_000;

/** The more often it was told, the more it beeps, up to this. */
const MOST_BEEPS = 4;

export function useAlerts<T>(select: (state: AlertsView) => T): T {
  return useStore(alertsStore, select);
}
