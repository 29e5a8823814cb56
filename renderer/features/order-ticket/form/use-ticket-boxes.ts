import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useMoreBelow } from '../../../ui/more-below.ts';
import { useFocusInSight, useKeptFocus } from './use-kept-focus.ts';

/** Scroll and focus of the ticket's fields and forecast. Returns the box of the forecast. */
export function useTicketBoxes(
  fields: RefObject<HTMLDivElement | null>,
  instrumentName: string | null,
  isCleared: boolean,
): RefObject<HTMLDivElement | null> {
  const forecast = useRef<HTMLDivElement>(null);
  // Another instrument is looked at from its name on, not from where the one before was left.
  useLayoutEffect(() => {
    for (const box of [fields.current, forecast.current]) box?.scrollTo({ top: 0 });
  }, [instrumentName, fields]);
  useLayoutEffect(() => {
    if (isCleared && document.activeElement === document.body) fields.current?.focus();
  }, [isCleared, fields]);
  useKeptFocus(fields);
  useFocusInSight(fields);
  useMoreBelow(fields);
  useMoreBelow(forecast);
  return forecast;
}
