import {
  type ChangeEvent,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  memo,
  useCallback,
  useLayoutEffect,
  useRef,
} from 'react';

interface StillInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'onKeyDown' | 'onBlur'> {
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
}

/**
 * An input that is left alone while nothing about it changes, for forms that follow prices: React writes name and type of
 * an input anew whenever one of its handlers is a new function, and a radio button leaves and joins its group by that.
 */
export function StillInput({ onChange, onKeyDown, onBlur, ...rest }: StillInputProps) {
  return (
    <Input
      {...rest}
      onChange={useSameFunction(onChange)}
      onKeyDown={useSameFunction(onKeyDown)}
      onBlur={useSameFunction(onBlur)}
    />
  );
}

const Input = memo((props: ComponentProps<'input'>) => <input {...props} />);

/** One function for all renders, which calls the newest handler. */
function useSameFunction<Event>(handler: ((event: Event) => void) | undefined): (event: Event) => void {
  const newest = useRef(handler);
  useLayoutEffect(() => {
    newest.current = handler;
  });
  return useCallback((event: Event) => newest.current?.(event), []);
}
