import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, type WheelEvent } from 'react';
import { Tabs } from 'radix-ui';
import type { Chain } from '../../../shared/ipc/schemas/chain-schema.ts';
import { describeFailure, readFailure } from '../../api/failure-text.ts';
import { useChain } from '../../api/queries.ts';
import { useLegs } from '../../stores/rfq/legs-store.ts';
import { setLegs } from '../../stores/rfq/rfq-store.ts';
import { useSession } from '../../stores/session-store.ts';
import { useKeptColumns } from '../../stores/workspace/workspace-store.ts';
import { formatPrice } from '../../ui/words/format.ts';
import { usePanelFrame } from '../../ui/panel-frame.ts';
import { Note, Panel } from '../../ui/panel.tsx';
import { NARROW_FIELDS, WIDE_FIELDS } from './chain-fields.ts';
import { ChainGrid } from './chain-grid.tsx';
import { type Forward, listStrikes } from './chain-row.ts';
import { describeSearch, describeTimeLeft, nameExpiry, nameFamily } from './chain-text.ts';
import { CHAIN_GRID_ID, ColumnMenu, FamilyMenu } from './chain-tools.tsx';
import '../../ui/age-dot.css';
import './option-chain.css';

/** From this width on, the chain shows open interest, delta and volatility too. */
const WIDE_PX = 700;

/** The options of an expiry: calls left, puts right. A click loads the ticket, Ctrl-click picks a leg. */
export function OptionChain() {
  const [family, setFamily] = useState('BTC');
  const [expiry, setExpiry] = useState<number | null>(null);
  const [showsDead, setShowsDead] = useState(false);
  const [width, measure] = useWidth();
  const kept = useKeptColumns(CHAIN_GRID_ID);
  const fields = kept ?? (width >= WIDE_PX ? WIDE_FIELDS : NARROW_FIELDS);
  const isShown = usePanelFrame()?.isShown ?? true;
  const { data: chain, error, refetch } = useChain(family, expiry, isShown);
  const hasDead = (chain?.probing?.dead ?? 0) > 0;
  return (
    <Panel
      label="Option chain"
      title="Option chain"
      className="option-chain"
      tools={
        <>
          <FamilyMenu
            family={family}
            families={chain === undefined || chain.families.length === 0 ? [family] : chain.families}
            onChoose={(chosen) => {
              setFamily(chosen);
              setExpiry(null);
            }}
          />
          <ColumnMenu
            chosen={fields}
            isKept={kept !== null}
            showsDead={showsDead}
            onShowDead={hasDead ? setShowsDead : null}
          />
        </>
      }
    >
      <div className="panel-body panel-body-flush chain-body" ref={measure}>
        {error === null ? null : (
          <Note title="The chain could not be read" tone="bad">
            {describeFailure(readFailure(error))}{' '}
            <button type="button" className="button" onClick={() => void refetch()}>
              Try again
            </button>
          </Note>
        )}
        {chain === undefined ? (
          error === null && <Note isBusy title="Reading the chain…" />
        ) : (
          <ChainContent chain={chain} fields={fields} showsDead={showsDead} onExpiry={setExpiry} />
        )}
      </div>
    </Panel>
  );
}

interface ContentProps {
  readonly chain: Chain;
  readonly fields: readonly string[];
  readonly showsDead: boolean;
  readonly onExpiry: (expiryMs: number) => void;
}

function ChainContent({ chain, fields, showsDead, onExpiry }: ContentProps) {
  const { expirations, expiration_timestamp: expiry, failure, source } = chain;
  if (source === 'waiting') {
    return failure === null ? (
      <Note isBusy title="Reading the service’s instruments…" />
    ) : (
      <Note title="The service’s instruments could not be read" tone="bad">
        {describeFailure(failure)} Trying again.
      </Note>
    );
  }
  const listed = expirations.filter(({ standing }) => showsDead || standing !== 'dead');
  if (expiry === null || listed.length === 0) {
    return <Note title={`There are no options on ${nameFamily(chain.family)}`}>Choose another base above.</Note>;
  }
  return (
    <Tabs.Root
      className="chain-tabs"
      value={String(expiry)}
      onValueChange={(value) => onExpiry(Number(value))}
      activationMode="manual"
    >
      <Tabs.List className="chain-expiries" aria-label="Expiry" onWheel={scrollAcross}>
        {listed.map(({ expiration_timestamp, standing }) => (
          <Tabs.Trigger
            key={expiration_timestamp}
            value={String(expiration_timestamp)}
            className={`chain-expiry chain-expiry-${standing}`}
            ref={expiration_timestamp === expiry ? showTab : undefined}
            title={standing === 'live' ? undefined : EXPIRY_TITLES[standing]}
          >
            <span>
              {nameExpiry(expiration_timestamp)}
              {standing === 'live' ? '' : ' ?'}
            </span>
            <small>{describeTimeLeft(expiration_timestamp, chain.service_time)}</small>
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={String(expiry)} className="chain-content" tabIndex={-1}>
        <ChainOfExpiry key={`${chain.family} ${expiry}`} chain={chain} fields={fields} showsDead={showsDead} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

const EXPIRY_TITLES = {
  unprobed: 'Not known yet whether this expiry exists',
  dead: 'No option of this expiry was found',
  stale: 'Checked long ago',
};

/** A wheel turns up and down; the expiries lie side by side. */
function scrollAcross({ currentTarget, deltaX, deltaY }: WheelEvent<HTMLElement>): void {
  if (deltaX === 0) currentTarget.scrollLeft += deltaY;
}

function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function ChainOfExpiry({ chain, fields, showsDead }: Omit<ContentProps, 'onExpiry'>) {
  const { cells, family, failure, instrument } = chain;
  const isLost = useSession((state) => state.link === 'lost');
  const isAway = useSession((state) => state.status?.connection === 'offline');
  const strikes = useMemo(() => listStrikes(cells, showsDead), [cells, showsDead]);
  const [forward, setForward] = useState<Forward | null>(null);
  const toMoney = useRef<() => void>(() => undefined);
  const onReady = useCallback((scroll: () => void) => {
    toMoney.current = scroll;
  }, []);
  const search = describeSearch(chain);
  return (
    <>
      {isLost || isAway ? (
        <ChainNotice>Prices are stale. The {isLost ? 'back end' : 'service'} is not answering.</ChainNotice>
      ) : null}
      {failure === null ? null : (
        <ChainNotice>
          {chain.source === 'list' ? 'The list of instruments is an older one.' : 'The search for names waits.'}{' '}
          {describeFailure(failure)}
        </ChainNotice>
      )}
      <div className="chain-grid">
        {strikes.length === 0 ? (
          <Note
            title={chain.probing?.is_complete === true ? 'No option of this expiry was found' : 'Reading this expiry…'}
          />
        ) : (
          <ChainGrid
            strikes={strikes}
            instrument={instrument}
            indexInstrument={`${family}-PERPETUAL`}
            fields={fields}
            onForward={setForward}
            onReady={onReady}
          />
        )}
      </div>
      <div className="chain-foot">
        {forward === null ? (
          <span className="faint">forward –</span>
        ) : (
          <button
            type="button"
            className="chain-forward number"
            title="Bring the strikes around it into view"
            onClick={() => toMoney.current()}
          >
            <span className="faint">{forward.name}</span> {formatPrice(forward.price, 2)}
          </button>
        )}
        {search === null ? null : (
          <span className="chain-search" role="status" title={search}>
            {search}
          </span>
        )}
        <Legs />
      </div>
    </>
  );
}

function ChainNotice({ children }: { readonly children: ReactNode }) {
  return (
    <p className="chain-notice" role="alert">
      {children}
    </p>
  );
}

/** How many legs were picked, and how one is. */
function Legs() {
  const legs = useLegs();
  if (legs.length === 0) return <span className="chain-legs faint">Ctrl-click picks a leg</span>;
  return (
    <span className="chain-legs" role="status">
      {legs.length} {legs.length === 1 ? 'leg' : 'legs'} picked,{' '}
      <button type="button" className="chain-clear" onClick={() => setLegs([])}>
        clear
      </button>
    </span>
  );
}

/** An element's current width, and the ref that measures it. */
function useWidth(): readonly [number, (element: HTMLElement | null) => void] {
  const [width, setWidth] = useState(0);
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [width, setElement];
}
