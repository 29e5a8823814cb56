import { useRef, useState } from 'react';
import { DropdownMenu } from 'radix-ui';
import { writeCondition } from '../../../shared/alerts/condition-text.ts';
import type { AlertRule, AlertStatus } from '../../../shared/alerts/rule.ts';
import { useBackend } from '../../api/backend.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useInstrument } from '../../api/queries.ts';
import { alertsStore, changeRules, useAlerts } from '../../stores/alerts-store.ts';
import { useNow } from '../../stores/now.ts';
import { showToast } from '../../stores/toast-store.ts';
import { keepPreferences, usePreferences } from '../../stores/preferences-store.ts';
import { readServiceNow, toServiceTime } from '../../stores/session-store.ts';
import { formatWhen, MISSING } from '../../ui/words/format.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { Pill } from '../../ui/controls/pill.tsx';
import { AlertEditor } from './alert-editor.tsx';
import { SnoozeCommands } from './snooze-commands.tsx';
import { findRaised, findSnoozed, isSnoozed, SNOOZES } from './snoozes.ts';
import { figureUnit } from '../../../shared/alerts/figure-unit.ts';
import { describeInput, describeState, describeValue } from './state-text.ts';
import { zoneNames } from '../../ui/words/shown.ts';
import './alerts.css';

/** The profile's alerts: how they stand, and the line that makes one. */
export function AlertsPanel() {
  const { client } = useBackend();
  const { rules, statuses } = useAlerts((state) => state);
  const isSounding = usePreferences(({ is_sounding }) => is_sounding);
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = rules.find(({ id }) => id === editedId) ?? null;
  const raised = statuses.filter((status) => status.is_raised).length;

  const body = useRef<HTMLDivElement>(null);

  /** Once what was pressed is gone: into the row of an alert, or where a new one is written. */
  function focusIn(id: string | undefined, part = ''): void {
    requestAnimationFrame(() => {
      const found = id === undefined ? 'input' : `tr[data-id="${id}"] ${part}`;
      body.current?.querySelector<HTMLElement>(found)?.focus();
    });
  }

  /** Shown at once, so that the next change builds on it. */
  function save(change: (rules: readonly AlertRule[]) => AlertRule[]): void {
    const putBack = changeRules(change);
    client.request('alerts.save', { rules: alertsStore.getState().rules }).catch((error: unknown) => {
      putBack();
      showToast({
        subject: 'alerts',
        tone: 'bad',
        title: 'The alerts could not be saved',
        detail: describeFailure(readFailure(error)),
        isSticky: true,
      });
    });
  }

  function put(rule: AlertRule): void {
    save((known) =>
      known.some(({ id }) => id === rule.id)
        ? known.map((item) => (item.id === rule.id ? rule : item))
        : [...known, rule],
    );
    leaveEditor();
  }

  function leaveEditor(): void {
    if (edited !== null) focusIn(edited.id, '.alert-edit');
    setEditedId(null);
  }

  function remove(rule: AlertRule): void {
    const at = rules.indexOf(rule);
    save((known) => known.filter(({ id }) => id !== rule.id));
    focusIn((rules[at + 1] ?? rules[at - 1])?.id);
  }

  function snooze(ids: readonly string[], until: number | null): void {
    save((known) => known.map((rule) => (ids.includes(rule.id) ? { ...rule, snoozed_until: until } : rule)));
  }

  return (
    <Panel
      label="Alerts"
      title={raised === 0 ? 'Alerts' : `Alerts ${raised}`}
      tools={
        <button
          type="button"
          className="button"
          aria-pressed={isSounding}
          onClick={() => keepPreferences({ is_sounding: !isSounding })}
        >
          {isSounding ? 'Sound on' : 'Sound off'}
        </button>
      }
    >
      <div className="panel-body" ref={body}>
        <SnoozeCommands
          onSnooze={(minutes) => snooze(findRaised({ rules, statuses }, Date.now()), Date.now() + minutes * 60_000)}
          onWake={() => snooze(findSnoozed({ rules }, Date.now()), null)}
        />
        <AlertEditor key={edited?.id ?? 'new'} rule={edited} onSave={put} onCancel={leaveEditor} />
        {rules.length === 0 ? (
          <Note title="No alerts">Enter a condition above: account or instrument, figure and limit.</Note>
        ) : (
          <table className="alert-table">
            <thead>
              <tr>
                <th scope="col">Condition</th>
                <th scope="col" className="alert-number">
                  Now
                </th>
                <th scope="col">State</th>
                <th scope="col" className="alert-number">
                  Since, {zoneNames()}
                </th>
                <th scope="col">
                  <span className="visually-hidden">What to do with it</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <AlertRow
                  key={rule.id}
                  rule={rule}
                  status={statuses.find(({ id }) => id === rule.id) ?? null}
                  onSnooze={(until) => {
                    snooze([rule.id], until);
                    focusIn(rule.id, 'button');
                  }}
                  onEdit={() => setEditedId(rule.id)}
                  onDelete={() => remove(rule)}
                />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  );
}

interface RowProps {
  readonly rule: AlertRule;
  readonly status: AlertStatus | null;
  readonly onSnooze: (until: number | null) => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function AlertRow({ rule, status, onSnooze, onEdit, onDelete }: RowProps) {
  useNow();
  const nowMs = Date.now();
  const condition = writeCondition(rule.condition);
  const { source } = rule.condition;
  const instrument = useInstrument(source.kind === 'ticker' ? source.instrument_name : null).data ?? null;
  const unit = figureUnit(rule.condition, instrument);
  const state = describeState(rule, status, nowMs);
  const input = describeInput(status);
  const isSilent = isSnoozed(rule, nowMs);
  return (
    <tr data-alert={condition} data-id={rule.id} tabIndex={-1}>
      <td className="number alert-condition" title={condition}>
        {condition}
      </td>
      <td className="number alert-number">{describeValue(status, unit)}</td>
      <td>
        <span className="alert-state">
          <Pill tone={state.tone}>{state.text}</Pill>
          {input === null ? null : <Pill tone="attention">{input}</Pill>}
        </span>
      </td>
      <td className="number alert-number">
        {status?.since == null ? MISSING : formatWhen(toServiceTime(status.since), readServiceNow())}
      </td>
      <td>
        <span className="alert-actions">
          {isSilent ? (
            <button type="button" className="button" aria-label={`Wake ${condition}`} onClick={() => onSnooze(null)}>
              Wake
            </button>
          ) : (
            <DropdownMenu.Root modal={false}>
              <DropdownMenu.Trigger asChild>
                <button type="button" className="button" aria-label={`Snooze ${condition}`}>
                  Snooze
                </button>
              </DropdownMenu.Trigger>
              <DropdownMenu.Portal>
                <DropdownMenu.Content className="menu" sideOffset={4} collisionPadding={8}>
                  {SNOOZES.map(({ text, minutes }) => (
                    <DropdownMenu.Item
                      key={minutes}
                      className="menu-item"
                      onSelect={() => onSnooze(Date.now() + minutes * 60_000)}
                    >
                      {text}
                    </DropdownMenu.Item>
                  ))}
                </DropdownMenu.Content>
              </DropdownMenu.Portal>
            </DropdownMenu.Root>
          )}
          <button type="button" className="button alert-edit" aria-label={`Edit ${condition}`} onClick={onEdit}>
            Edit
          </button>
          <button type="button" className="button" aria-label={`Delete ${condition}`} onClick={onDelete}>
            Delete
          </button>
        </span>
      </td>
    </tr>
  );
}
