import { Component, type ReactNode } from 'react';
import './window-notice.css';

interface Props {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Shows a calm message in place of a window that could not be drawn. */
export class ErrorBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="window-notice" role="alert">
        <h1>This window could not be drawn</h1>
        <p>Your orders are safe: the back end keeps them and looks up undecided ones. The error is in its log.</p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Reload the window
        </button>
      </main>
    );
  }
}
