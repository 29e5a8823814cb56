import { useCallback, useEffect, useRef, useState } from 'react';
import { usePanelCommand } from '../../../actions/panel-commands.ts';
import { describeUnread, findConflict, parsePastedLegs } from '../../../../shared/rfq/paste.ts';
import { useMoreBelow } from '../../../ui/more-below.ts';
import { Note, Panel } from '../../../ui/panel.tsx';
import { HedgeBox } from './hedge-box.tsx';
import { LabelBox } from './label-box.tsx';
import { LegEntry } from './leg-entry.tsx';
import { LegsTable } from './legs-table.tsx';
import { MakersBox } from '../makers/makers-box.tsx';
import { OwnStructures } from './own-structures.tsx';
import { PasteDialog } from './paste-dialog.tsx';
import { useLegDrop } from '../../../stores/rfq/leg-drop-store.ts';
import { addLegs, clearAll, flipAll, readLoadedSide } from '../../../stores/rfq/rfq-store.ts';
import { showToast } from '../../../stores/toast-store.ts';
import { formatDecimal } from '../../../ui/words/shown.ts';
import { SendBar } from './send-bar.tsx';
import { ScaleField } from './scale-field.tsx';
import { completeLeg, useStartAmount } from './start-amount.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { type RfqView, useRfq } from '../use-rfq.ts';
import '../rfq.css';
import '../rfq-more.css';
import './composer.css';

/** Composes a Block RFQ from legs, hedge, makers and allocations, and says what sending it will do. */
export function RfqComposer() {
  const view = useRfq();
  const [opened, setOpened] = useState<'template' | 'own' | 'paste' | null>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [isOver, setOver] = useState(false);
  const startAmount = useStartAmount(view);
  const latest = useRef(startAmount);
  useEffect(() => {
    latest.current = startAmount;
  });
  const take = useCallback((text: string) => dropLegs(text, latest.current), []);
  const scrolled = useRef<HTMLDivElement>(null);
  useMoreBelow(scrolled);
  useLegDrop(element, take);
  usePanelCommand('rfq.structures', () => setOpened('template'));
  usePanelCommand('rfq.own', () => setOpened('own'));
  usePanelCommand('rfq.paste', () => setOpened('paste'));
  usePanelCommand('rfq.flip', flipAll);
  usePanelCommand('rfq.clear', clearAll);
  const isEmpty = view.legs.length === 0;
  return (
    <Panel
      label="Block RFQ composer"
      title="Composer"
      className="rfq"
      isKeptClear
      tools={
        <>
          <button type="button" className="bar-button" onClick={() => setOpened('template')}>
            Structures
          </button>
          <button type="button" className="bar-button" onClick={() => setOpened('own')}>
            Your own
          </button>
          <button type="button" className="bar-button" onClick={() => setOpened('paste')}>
            Paste legs
          </button>
          <button type="button" className="bar-button" disabled={isEmpty} onClick={flipAll}>
            Flip side
          </button>
          <button type="button" className="bar-button" onClick={clearAll}>
            Clear
          </button>
        </>
      }
    >
      <div
        ref={setElement}
        className={`panel-body rfq-body ${isOver ? 'rfq-over' : ''}`}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes('text/plain')) return;
          event.preventDefault();
          event.dataTransfer.dropEffect = 'copy';
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.getData('text/plain'));
        }}
      >
        <div ref={scrolled} className="rfq-scroll">
          <Title view={view} />
          <LegsTable view={view} />
          <LegEntry view={view} />
          {isEmpty ? (
            <Note title="No legs yet">
              Type an instrument above, choose one from “Structures”, drag one here, or paste legs.
            </Note>
          ) : (
            <div className="rfq-columns">
              <HedgeBox view={view} />
              <MakersBox view={view} />
              <LabelBox view={view} />
            </div>
          )}
        </div>
        {isEmpty ? null : <SendBar view={view} />}
      </div>
      {opened === 'template' ? <TemplateDialog onClose={() => setOpened(null)} /> : null}
      {opened === 'own' ? <OwnStructures view={view} onClose={() => setOpened(null)} /> : null}
      {opened === 'paste' ? <PasteDialog view={view} onClose={() => setOpened(null)} /> : null}
    </Panel>
  );
}

/** Legs that were dropped, all of them or none. */
function dropLegs(text: string, startAmount: (instrumentName: string) => string): void {
  const { legs, unread } = parsePastedLegs(text);
  const fault = unread.length > 0 ? describeUnread(unread) : findConflict(legs);
  if (legs.length > 0 && fault === null) return addLegs(legs.map((leg) => completeLeg(leg, startAmount)));
  const detail = fault ?? 'What was dropped is empty.';
  showToast({ subject: 'legs', tone: 'attention', title: 'No leg was added', detail, isSticky: false });
}

function Title({ view }: { readonly view: RfqView }) {
  const { recognised, verdict, legs } = view;
  if (legs.length === 0) return null;
  const name = recognised === null ? 'structure' : recognised.name;
  const side = recognised?.side ?? null;
  const picked = legs.map(({ leg }) => leg);
  const loaded = readLoadedSide(view.form.loaded, recognised?.comboId ?? null, picked);
  // The service may list a structure from its other side: it keeps the name and the side that were pressed.
  if (loaded !== null && loaded !== side && recognised?.comboId != null) {
    return (
      <div className="rfq-title">
        <h3>
          {loaded === 'buy' ? 'Buy' : 'Sell'} <span className="number">{recognised.comboId}</span>
        </h3>
        <span className="muted">
          as the service lists its legs; also called “{side} {name}”
        </span>
        <ScaleField view={view} />
      </div>
    );
  }
  return (
    <div className="rfq-title">
      <h3>
        {side === null
          ? `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`
          : `${side === 'buy' ? 'Buy' : 'Sell'} ${name}`}
      </h3>
      {recognised?.comboId == null ? null : <span className="rfq-combo number">{recognised.comboId}</span>}
      <span className="muted">
        {verdict.structure === null ? '' : `${formatDecimal(verdict.structure.amount)} × `}
        {legs.length} {legs.length === 1 ? 'leg' : 'legs'}
        {recognised === null
          ? ''
          : recognised.comboId === null
            ? ' · no combo id is expected'
            : ' · recognised from the legs'}
      </span>
      <ScaleField view={view} />
    </div>
  );
}
