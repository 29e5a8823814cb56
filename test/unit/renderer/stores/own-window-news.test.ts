import { expect, it } from 'vitest';
import { leaveSharedNews, showToast, tellShared, toastStore } from '../../../../renderer/stores/toast-store.ts';

const NEWS = { subject: 'alert', tone: 'bad', title: 'Alert', detail: '', isSticky: true } as const;

it('a window that was moved out of the main one lists what all hear of, and shows what is its own', () => {
  toastStore.setState({ toasts: [], news: [] });
  const shown = () => toastStore.getState().toasts.map(({ title }) => title);
  tellShared(() => showToast(NEWS));
  expect(shown()).toEqual(['Alert']);
  toastStore.setState({ toasts: [], news: [] });
  leaveSharedNews();
  tellShared(() => showToast(NEWS));
  expect(shown()).toEqual([]);
  expect(toastStore.getState().news.map(({ title }) => title)).toEqual(['Alert']);
  showToast({ ...NEWS, subject: 'own', title: 'Own' });
  expect(shown()).toEqual(['Own']);
});
