import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { StillInput } from './still-input.tsx';
import './combobox.css';

export interface ComboboxOption {
  readonly value: string;
  readonly hint: string;
}

/** No instrument's name is longer. */
const NAME_MAX_CHARACTERS = 128;

interface ComboboxProps {
  readonly id?: string;
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string;
  /** Best first; empty while there is nothing to offer for the text. */
  readonly options: readonly ComboboxOption[];
  readonly isInvalid?: boolean;
  readonly describedBy?: string | undefined;
  readonly className?: string;
  /** The text in full, where the field may be too narrow for it. */
  readonly title?: string;
  readonly onType: (text: string) => void;
  /** Enter or a click: the option's value, or the text as typed where no option is marked. */
  readonly onCommit: (value: string) => void;
  /** The trader left the field, or pressed Escape, without committing. */
  readonly onLeave?: (how: 'blur' | 'escape') => void;
  readonly children?: ReactNode;
}

/** A text field with completions, by the combobox pattern: arrows mark, Enter takes, Escape closes. */
export function Combobox(props: ComboboxProps) {
  const { options, text, onType, onCommit, onLeave } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const isListShown = isOpen && options.length > 0;
  const markedIndex = Math.min(marked, options.length - 1);

  // Over everything: where the field stands, what has no room may be cut off.
  useLayoutEffect(() => {
    if (isListShown) list.current?.showPopover();
  }, [isListShown]);

  useEffect(() => {
    if (isListShown) list.current?.children[markedIndex]?.scrollIntoView({ block: 'nearest' });
  }, [isListShown, markedIndex]);

  function commit(value: string): void {
    setOpen(false);
    if (value !== '') onCommit(value);
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (isListShown) setMarked(wrap(markedIndex + (event.key === 'ArrowDown' ? 1 : -1), options.length));
      else setOpen(true);
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const exact = options.find((option) => option.value === text);
      commit((exact ?? (isListShown ? options[markedIndex] : undefined))?.value ?? text);
    } else if (event.key === 'Escape') {
      if (isOpen) event.stopPropagation();
      setOpen(false);
      onLeave?.('escape');
    }
  }

  return (
    <div className={`combobox ${props.className ?? ''}`}>
      <StillInput
        id={props.id}
        role="combobox"
        aria-label={props.label}
        aria-expanded={isListShown}
        aria-controls={isListShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isListShown ? `${listId}-${markedIndex}` : undefined}
        aria-invalid={props.isInvalid === true}
        aria-describedby={props.describedBy}
        autoComplete="off"
        spellCheck={false}
        maxLength={NAME_MAX_CHARACTERS}
        placeholder={props.placeholder}
        title={props.title}
        value={text}
        onChange={(event) => {
          setOpen(true);
          setMarked(0);
          onType(event.target.value);
        }}
        onKeyDown={handleKey}
        onFocus={selectAll}
        onBlur={() => {
          setOpen(false);
          onLeave?.('blur');
        }}
      />
      {props.children}
      {isListShown ? (
        <ul
          id={listId}
          ref={list}
          popover="manual"
          role="listbox"
          aria-label={`${props.label}: completions`}
          className="combobox-options"
        >
          {options.map((option, index) => (
            <li
              key={option.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === markedIndex}
              className="combobox-option"
              // The pointer must not take the focus from the field before the click lands.
              onPointerDown={(event) => event.preventDefault()}
              onPointerEnter={() => setMarked(index)}
              onClick={() => commit(option.value)}
            >
              {option.value} <span>{option.hint}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function selectAll({ target }: FocusEvent<HTMLInputElement>): void {
  target.select();
}

function wrap(index: number, length: number): number {
  return (index + length) % length;
}
