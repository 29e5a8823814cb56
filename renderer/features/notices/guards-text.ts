import type { GuardsReading } from '../../../shared/orders/limits/guard-settings.ts';

/** What to say of guards that were not read as they were stored; null where there is nothing to say. */
export function describeGuardsReading(
  reading: GuardsReading,
): { readonly title: string; readonly detail: string } | null {
  if (reading === 'ok') return null;
  if (reading === 'lost') {
    return {
      title: 'The settings of this profile were gone or damaged at a start: selling is off.',
      detail:
        'Guards, and what a press does, are as a profile begins with; watchlists, presets and panels too. Look at all limits in “Guards” of the ticket, and save them.',
    };
  }
  if (reading === 'unreadable') {
    return {
      title: 'Limits among this profile’s guards can’t be read: selling is off.',
      detail:
        'Those that can be are in force; the others are as a profile begins with. Look at all of them in “Guards” of the ticket, and save them.',
    };
  }
  return {
    title: 'Another version kept guards of this profile in its own way.',
    detail:
      'Every limit is in force, of two that clash the stricter; what is not known here is left out. Look at them in “Guards” of the ticket, and save them.',
  };
}
