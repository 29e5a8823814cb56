import { type ReactNode, useRef } from 'react';
import type { Issue } from '../../../../shared/orders/issue.ts';
import { IssueLine } from '../issues/issue-line.tsx';
import type { TicketIssue } from '../issues/ticket-issues.ts';
import type { TicketAction } from './ticket-action.ts';

interface FieldRowProps {
  readonly label: string;
  /** Id of the control that the label names; absent for groups, which name themselves. */
  readonly htmlFor?: string;
  /** It holds what a preset set. */
  readonly isPreset?: boolean;
  readonly issues?: readonly TicketIssue[] | undefined;
  /** Id of the issues' text, for the control's `aria-describedby`. */
  readonly issuesId?: string;
  readonly dispatch: (action: TicketAction) => void;
  readonly children: ReactNode;
}

/** The field; of a group what the Tab key would go to. */
const CONTROL = 'input:enabled:not([type="radio"]:not(:checked))';

/** A label, a control, and under it what is wrong with it. */
export function FieldRow(props: FieldRowProps) {
  const { label, htmlFor, isPreset = false, issues = [], issuesId, dispatch, children } = props;
  const control = useRef<HTMLDivElement>(null);
  const goToControl = (): void => control.current?.querySelector<HTMLInputElement>(CONTROL)?.focus();
  return (
    <div className="field-row">
      {htmlFor === undefined ? (
        <span className="field-label">
          {label}
          {isPreset ? <PresetMark /> : null}
        </span>
      ) : (
        <span>
          <label htmlFor={htmlFor}>{label}</label>
          {isPreset ? <PresetMark /> : null}
        </span>
      )}
      <div ref={control} className="field-control">
        {children}
        {/* What goes from under the focus leaves it here: see `useKeptFocus`. */}
        <div id={issuesId} className="field-issues" tabIndex={-1}>
          {issues.map((issue) => (
            <IssueLine key={issue.place} issue={issue} dispatch={dispatch} onFixed={goToControl} />
          ))}
        </div>
      </div>
    </div>
  );
}

function PresetMark() {
  return (
    <span className="preset-mark" role="img" aria-label="set by the preset" title="Set by the preset">
      {' '}
      ◆
    </span>
  );
}

/** Whether what stands there is wrong, of what is told at it. */
export function isBad(issues: readonly Issue[] | undefined): boolean {
  return (issues ?? []).some((issue) => issue.severity === 'error');
}
