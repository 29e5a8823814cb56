import { showToast } from '../../../stores/toast-store.ts';

/** Says what came of a press or a key of the ticket that changed nothing there. */
export function tellInVain(title: string, detail: string): void {
  showToast({ subject: 'ticket_key', tone: 'attention', title, detail, isSticky: false });
}
