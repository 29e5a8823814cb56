import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { usePanelFrame } from './panel-frame.ts';
import { WorkingBar } from './working.tsx';
import './panel.css';

interface PanelProps {
  /** Name of the region for assistive technology. */
  readonly label: string;
  /** What its tab says. */
  readonly title: string;
  /** What stands at the right of the bar. */
  readonly tools?: ReactNode;
  readonly className?: string;
  /** Whether news may never cover it. */
  readonly isKeptClear?: boolean;
  readonly children: ReactNode;
}

/** A region of the window. Its title and tools go into the tab bar of the frame around it, or into a bar of its own. */
export function Panel({ label, title, tools, className, isKeptClear, children }: PanelProps) {
  const frame = usePanelFrame();
  const setTitle = frame?.setTitle;
  const isShown = frame?.isShown;
  useEffect(() => setTitle?.(title, label), [setTitle, title, label, isShown]);
  if (frame !== null) {
    return (
      <div className={`panel ${className ?? ''}`} data-keep-clear={isKeptClear}>
        {frame.toolsElement === null ? null : createPortal(tools, frame.toolsElement)}
        {children}
      </div>
    );
  }
  return (
    <section className={`panel ${className ?? ''}`} aria-label={label} data-keep-clear={isKeptClear}>
      <div className="panel-bar">
        <h2 className="panel-title">{title}</h2>
        <div className="panel-tools">{tools}</div>
      </div>
      {children}
    </section>
  );
}

interface NoteProps {
  readonly title: string;
  readonly tone?: 'plain' | 'attention' | 'bad';
  /** Whether it says that something goes on, which has a bar then. */
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
}

/** What a panel says in place of, or above, its content: loading, empty, failed. */
export function Note({ title, tone = 'plain', isBusy = false, children }: NoteProps) {
  return (
    <div className={`note note-${tone}`} role="status">
      <strong>{title}</strong>
      {isBusy ? <WorkingBar text={title} /> : null}
      {children === undefined ? null : <div>{children}</div>}
    </div>
  );
}
