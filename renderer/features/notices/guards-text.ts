import type { GuardsReading } from '../../../shared/orders/limits/guard-settings.ts';

/** What to say of guards that were not read as they were stored; null where there is nothing to say. */
export function describeGuardsReading(
  reading: GuardsReading,
): { readonly title: string; readonly detail: string } | null {
  if (reading === 'ok') return null;
  if (reading === 'lost') {
    return {
      title: 'This profile’s settings were gone or damaged at a start. Trading is off.',
      detail:
        'Guards, confirmation, watchlists, presets and panels are back to their defaults. Check all limits in “Guards” of the ticket and save.',
    };
  }
  if (reading === 'unreadable') {
    return {
      title: 'Some limits of this profile can’t be read. Trading is off.',
      detail:
        'Readable limits are in force, the others have their defaults. Check all in “Guards” of the ticket and save.',
    };
  }
  return {
    title: 'Another version stored this profile’s guards differently.',
    detail:
      'All known limits are in force, the stricter of two that differ. Check them in “Guards” of the ticket and save.',
  };
}
