import { Fragment, type ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type Backend, BackendContext } from './api/backend.ts';
import { reportError } from './api/report-error.ts';
import { describeFailure } from './api/failure-text.ts';
import { Desktop } from './desktop.tsx';
import { DesktopHints } from './desktop-hints.tsx';
import { Header } from './features/header/header.tsx';
import { ProfilePill } from './features/profiles/profile-pill.tsx';
import { WindowTitle } from './features/profiles/window-title.ts';
import { StatusBar } from './features/status-bar/status-bar.tsx';
import { later } from './load-later.ts';
import { PANEL_COMPONENTS } from './panel-components.ts';
import { PANELS } from './panels.ts';
import { showPanel } from './catalogue/show-panel.ts';
import { showNews } from './stores/workspace/dialog-store.ts';
import { useSession } from './stores/session-store.ts';
import { useShown } from './stores/preferences-store.ts';
import { dismissToast, useToasts } from './stores/toast-store.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { ExplanationProvider } from './ui/explained.tsx';
import { SetAside } from './ui/set-aside.tsx';
import { Toaster } from './ui/toaster.tsx';
import { AfterFirstSight } from './workspace/after-first-sight.tsx';
import { SafeStartNotice } from './workspace/safe-start-notice.tsx';
import { WorkspaceBar } from './workspace/workspace-bar.tsx';
import { WorkspaceArea } from './workspace/workspace.tsx';
import './ui/controls/menu.css';
import './app.css';

const showDiagnostics = (): void => showPanel('diagnostics');
const showRequests = (): void => showPanel('rfq-requests');
const showOrders = (): void => showPanel('orders', 'orders.undecided');

/** The window: features side by side, none knowing another. */
export function App({ backend }: { readonly backend: Backend }) {
  const isSetAside = useSession((state) => state.isSetAside);
  if (isSetAside) return <SetAside />;
  return (
    <ErrorBoundary onError={(error) => reportError(backend.client, error)}>
      <BackendContext value={backend}>
        <QueryClientProvider client={backend.queries}>
          <ExplanationProvider>
            <Frame>
              <Anew>
                <Header
                  profile={<ProfilePill />}
                  navigation={<WorkspaceBar panels={PANELS} />}
                  onDiagnose={showDiagnostics}
                  onOrders={showOrders}
                  onRequests={showRequests}
                />
              </Anew>
              <div>
                <AfterFirstSight>
                  <ProfileNotices />
                </AfterFirstSight>
                <BackEndNotice />
                <SafeStartNotice />
                <AfterFirstSight>
                  <Anew>
                    <Notices />
                  </Anew>
                </AfterFirstSight>
              </div>
              <div className="workspace-area">
                <WorkspaceArea panels={PANELS} components={PANEL_COMPONENTS} />
              </div>
              <Anew>
                <StatusBar
                  hints={<DesktopHints />}
                  onDiagnose={showDiagnostics}
                  onOrders={showOrders}
                  onRequests={showRequests}
                />
              </Anew>
            </Frame>
            <AfterFirstSight>
              <Anew>
                <Amending />
                <Planning />
              </Anew>
            </AfterFirstSight>
            <News />
            <WindowTitle />
            <Desktop />
          </ExplanationProvider>
        </QueryClientProvider>
      </BackendContext>
    </ErrorBoundary>
  );
}

const Amending = later(({ LATER_PARTS }) => LATER_PARTS.Amending);
const Planning = later(({ LATER_PARTS }) => LATER_PARTS.Planning);
const Notices = later(({ LATER_PARTS }) => LATER_PARTS.Notices);
const ProfileNotices = later(({ LATER_PARTS }) => LATER_PARTS.ProfileNotices);

/** Real money is framed on every workspace. */
function Frame({ children }: { readonly children: ReactNode }) {
  const isLive = useSession((state) => state.session?.profile.kind === 'live');
  return <div className={isLive ? 'app app-live' : 'app'}>{children}</div>;
}

/** Made anew when times or numbers are to be shown otherwise. */
function Anew({ children }: { readonly children: ReactNode }) {
  return <Fragment key={useShown()}>{children}</Fragment>;
}

/** Says that the back end can't be reached, or that the session could not be opened. */
function BackEndNotice() {
  const link = useSession((state) => state.link);
  const failure = useSession((state) => state.failure);
  if (link === 'lost') {
    return (
      <div className="lost" role="alert">
        <strong>The terminal’s back end is not answering</strong>
        Prices are stale. Nothing can be sold. Trying to reach it again.
      </div>
    );
  }
  if (failure === null) return null;
  return (
    <div className="lost" role="alert">
      <strong>The session could not be opened</strong>
      {describeFailure(failure)}
      <button type="button" className="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </div>
  );
}

function News() {
  return <Toaster toasts={useToasts()} onDismiss={dismissToast} onMore={() => showNews(true)} />;
}
