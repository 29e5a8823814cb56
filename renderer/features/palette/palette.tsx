import { readServiceNow } from '../../stores/session-store.ts';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { Command } from 'cmdk';
import { sentAt } from '../../../shared/orders/outcome/sent-at.ts';
import type { OrderRow } from '../../../shared/ipc/schemas/order-schema.ts';
import type { OrderDraft } from '../../../shared/orders/draft.ts';
import { ACTION_GROUPS, type Action, type ActionGroup, readWhyNot } from '../../actions/action.ts';
import { chordFor } from '../../actions/bindings.ts';
import { spellChord } from '../../actions/chord.ts';
import { runAction } from '../../actions/run-action.ts';
import { useFoundInstruments } from '../../api/queries.ts';
import { closeDialog } from '../../stores/workspace/dialog-store.ts';
import { useOrders } from '../../stores/orders/orders-store.ts';
import { selectInstrument } from '../../stores/workspace/selection-store.ts';
import { usePreferences } from '../../stores/preferences-store.ts';
import { Dialog } from '../../ui/controls/dialog.tsx';
import { showForeign } from '../../ui/order-words/foreign-text.ts';
import { describeState } from '../../ui/order-words/order-text.ts';
import { nameKind } from '../../ui/words/kind-text.ts';
import type { LinkColour } from '../../ui/panel-frame.ts';
import { nameDraft } from './line-text.ts';
import { ActionPreview, InstrumentPreview, LineHelp, LinePreview, OrderDetails } from './previews.tsx';
import { searchItems } from './search.ts';
import { type LineReading, useOrderLine } from './use-order-line.ts';
import './palette.css';

interface PaletteProps {
  readonly actions: readonly Action[];
  /** The panels that a picked instrument is shown in. */
  readonly link: LinkColour;
  /** Puts a draft into the ticket of the workspace in front. */
  readonly onFill: (draft: OrderDraft) => void;
}

/** Before anything is typed, what a hasty Enter would do comes first: nothing grave. */
const GROUPS_AT_REST = [
  'Panels',
  'Workspaces',
  'Records',
  'Window',
  'Profiles',
  'Block RFQ',
  'Ticket',
  'Trading',
] as const satisfies readonly ActionGroup[];

function groupsFor(text: string): readonly ActionGroup[] {
  return text.trim() === '' ? GROUPS_AT_REST : ACTION_GROUPS;
}

const MOST_INSTRUMENTS = 12;
const MOST_ORDERS = 8;

/** Closes, gives the focus back, and only then does what was chosen: that may move the focus again. */
function closeAnd(run: () => void): void {
  flushSync(closeDialog);
  run();
}

/**
 * A key that is held chooses once: what it came from may have opened this. With Ctrl it is the ticket's own, which sells: a
 * second stroke would come to the ticket that the first has filled.
 */
function refuseEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.repeat || event.ctrlKey || event.metaKey)) event.preventDefault();
}

/** Everything that can be done or found, by a few letters; and an order as one line, which fills the ticket. */
export function Palette({ actions, link, onFill }: PaletteProps) {
  const [text, setText] = useState('');
  const [chosen, setMarked] = useState('');
  const [detailsOf, setDetailsOf] = useState<string | null>(null);
  const reading = useOrderLine(text);
  const found = useFound(text, actions, reading);
  // What was marked may be gone by the time that the answer to newer letters is there.
  const groups = groupsFor(text);
  const values = listValues(found, reading, groups);
  const marked = values.includes(chosen) ? chosen : (values[0] ?? '');
  const row = useOrders((state) => (detailsOf === null ? null : (state.entries.get(detailsOf)?.row ?? null)));

  if (row !== null) {
    return (
      <Dialog title={`Order ${showForeign(row.label)}`} isWide onClose={closeDialog}>
        <OrderDetails row={row} />
      </Dialog>
    );
  }
  return (
    <Dialog title="Commands" className="palette" onClose={closeDialog}>
      <Command
        label="Commands"
        shouldFilter={false}
        loop
        value={marked}
        onValueChange={setMarked}
        onKeyDown={refuseEnter}
      >
        <Command.Input
          className="palette-input"
          data-first-focus
          data-typed-after="window.palette"
          value={text}
          onValueChange={setText}
          maxLength={512}
          placeholder="An action, an instrument, a label – or an order: s 10 btc-perp 97410 post"
        />
        <div className="palette-halves">
          <Command.List className="palette-list">
            <Items
              found={found}
              groups={groups}
              reading={reading}
              onFill={onFill}
              link={link}
              onDetails={setDetailsOf}
            />
            {found.isEmpty ? <Command.Empty className="note">Nothing by these words.</Command.Empty> : null}
          </Command.List>
          <section className="palette-preview" aria-label="Preview">
            <Preview
              marked={marked}
              found={found}
              reading={reading}
              link={link}
              onInstead={(word, instead) => setText(text.replace(word, instead))}
            />
          </section>
        </div>
      </Command>
    </Dialog>
  );
}

interface Found {
  readonly actions: readonly Action[];
  readonly instruments: readonly { readonly instrument_name: string; readonly kind: string }[];
  readonly orders: readonly OrderRow[];
  readonly isEmpty: boolean;
}

function useFound(text: string, all: readonly Action[], reading: LineReading): Found {
  const entries = useOrders((state) => state.entries);
  const looked = useFoundInstruments(reading.state === 'none' ? text : '');
  const actions = useMemo(
    () =>
      searchItems(
        all.filter(({ isKeyOnly }) => isKeyOnly !== true),
        text,
        ({ title, group, words = '' }) => ({ title, also: `${group} ${words}` }),
      ),
    [all, text],
  );
  const orders = useMemo(() => {
    const rows = [...entries.values()].map(({ row }) => row).toSorted((a, b) => sentAt(b) - sentAt(a));
    return searchItems(rows, text, (row) => ({
      title: row.label,
      also: `${row.instrument_name} order ${row.outcome} ${row.order?.order_state ?? ''} ${row.order?.order_id ?? ''}`,
    })).slice(0, MOST_ORDERS);
  }, [entries, text]);
  const isSearching = text.trim() !== '' && reading.state === 'none';
  const instruments = isSearching ? (looked.data ?? []).slice(0, MOST_INSTRUMENTS) : [];
  const isEmpty = actions.length + instruments.length + orders.length === 0 && reading.state === 'none';
  return { actions, instruments, orders, isEmpty };
}

/** The items that can be marked, from top to bottom. */
function listValues(
  { instruments, actions, orders }: Found,
  reading: LineReading,
  groups: readonly ActionGroup[],
): readonly string[] {
  return [
    ...(reading.state === 'none' ? [] : ['line']),
    ...instruments.map(({ instrument_name }) => `instrument ${instrument_name}`),
    ...groups.flatMap((group) =>
      actions.filter((action) => action.group === group && readWhyNot(action) === null).map(nameAction),
    ),
    ...orders.map(({ intent_id }) => `order ${intent_id}`),
  ];
}

function nameAction({ id }: Action): string {
  return `action ${id}`;
}

interface ItemsProps {
  readonly found: Found;
  /** In the order in which they are listed. */
  readonly groups: readonly ActionGroup[];
  readonly reading: LineReading;
  readonly link: LinkColour;
  readonly onFill: (draft: OrderDraft) => void;
  readonly onDetails: (intentId: string) => void;
}

function Items({ found, groups, reading, link, onFill, onDetails }: ItemsProps) {
  const keys = usePreferences((preferences) => preferences.keys);
  return (
    <>
      {reading.state === 'none' ? null : (
        <Command.Group heading="Order">
          <Command.Item
            className="palette-item"
            value="line"
            onSelect={() => {
              if (reading.state === 'ready') closeAnd(() => onFill(reading.draft));
            }}
          >
            {sayLine(reading)}
          </Command.Item>
        </Command.Group>
      )}
      {found.instruments.length === 0 ? null : (
        <Command.Group heading="Instruments">
          {found.instruments.map(({ instrument_name: name, kind }) => (
            <Command.Item
              key={name}
              className="palette-item"
              value={`instrument ${name}`}
              onSelect={() => closeAnd(() => selectInstrument(name, link))}
            >
              <span className="number">{name}</span>
              <span className="palette-hint">{nameKind({ instrument_name: name, kind })}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
      {groups.map((group) => {
        const actions = found.actions.filter((action) => action.group === group);
        return actions.length === 0 ? null : (
          <Command.Group key={group} heading={group}>
            {actions.map((action) => {
              const chord = chordFor(action, keys);
              const whyNot = readWhyNot(action);
              return (
                <Command.Item
                  key={action.id}
                  className="palette-item"
                  value={nameAction(action)}
                  disabled={whyNot !== null}
                  onSelect={() => closeAnd(() => runAction(action))}
                >
                  {action.title}
                  <span className="palette-hint">{whyNot ?? (chord === null ? '' : spellChord(chord))}</span>
                </Command.Item>
              );
            })}
          </Command.Group>
        );
      })}
      {found.orders.length === 0 ? null : (
        <Command.Group heading="Orders and labels">
          {found.orders.map((row) => (
            <Command.Item
              key={row.intent_id}
              className="palette-item"
              value={`order ${row.intent_id}`}
              onSelect={() => onDetails(row.intent_id)}
            >
              <span className="number">{showForeign(row.label)}</span>
              <span className="palette-hint">{describeState(row, readServiceNow()).text}</span>
            </Command.Item>
          ))}
        </Command.Group>
      )}
    </>
  );
}

function sayLine(reading: LineReading): string {
  if (reading.state === 'ready') return nameDraft(reading.draft, reading.units);
  return reading.state === 'wrong' ? 'This order can’t be read yet' : 'Reading the order…';
}

interface PreviewProps {
  readonly marked: string;
  readonly found: Found;
  readonly reading: LineReading;
  readonly link: LinkColour;
  readonly onInstead: (word: string, instead: string) => void;
}

function Preview({ marked, found, reading, link, onInstead }: PreviewProps) {
  const keys = usePreferences((preferences) => preferences.keys);
  const [, kind = '', id = ''] = /^(\w+) ?(.*)$/u.exec(marked) ?? [];
  if (reading.state !== 'none' && kind !== 'action' && kind !== 'order')
    return <LinePreview reading={reading} onInstead={onInstead} />;
  if (kind === 'instrument') return <InstrumentPreview key={id} instrumentName={id} link={link} />;
  const row = kind === 'order' ? found.orders.find(({ intent_id }) => intent_id === id) : undefined;
  if (row !== undefined) return <OrderDetails row={row} />;
  const action = kind === 'action' ? found.actions.find((known) => known.id === id) : undefined;
  return action === undefined ? <LineHelp /> : <ActionPreview action={action} chord={chordFor(action, keys)} />;
}
