import type { ReactNode } from 'react';
import './panel.css';

interface PanelProps {
  /** Name of the region for assistive technology. */
  readonly label: string;
  /** What stands in the bar: a title or tabs. */
  readonly bar: ReactNode;
  readonly tools?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A region of the window with a bar on top. */
export function Panel({ label, bar, tools, className, children }: PanelProps) {
  return (
    <section className={`panel ${className ?? ''}`} aria-label={label}>
      <div className="panel-bar">
        {bar}
        {tools === undefined ? null : <div className="panel-tools">{tools}</div>}
      </div>
      {children}
    </section>
  );
}

export function PanelTitle({ children }: { readonly children: ReactNode }) {
  return <h2 className="panel-title">{children}</h2>;
}

interface NoteProps {
  readonly title: string;
  readonly tone?: 'plain' | 'attention' | 'bad';
  readonly children?: ReactNode;
}

/** What a panel says in place of, or above, its content: loading, empty, failed. */
export function Note({ title, tone = 'plain', children }: NoteProps) {
  return (
    <div className={`note note-${tone}`} role="status">
      <strong>{title}</strong>
      {children === undefined ? null : <div>{children}</div>}
    </div>
  );
}
