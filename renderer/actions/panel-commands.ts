import { useEffect, useRef } from 'react';
import { usePanelFrame } from '../ui/panel-frame.ts';

type Run = () => void;

/** What panels that are there can do, by panel and command. */
const commands = new Map<string, Run>();
/** A command of a panel that is only just being opened. */
let awaited: string | null = null;

function nameCommand(panelKey: string, id: string): string {
  return `${panelKey} ${id}`;
}

/** Has a panel do something: now, or once it is there. */
export function runPanelCommand(panelKey: string, id: string): void {
  const name = nameCommand(panelKey, id);
  const run = commands.get(name);
  awaited = run === undefined ? name : null;
  run?.();
}

/** Says what the panel around can do when it is asked from elsewhere. */
export function usePanelCommand(id: string, run: Run): void {
  const panelKey = usePanelFrame()?.key ?? null;
  const newest = useRef(run);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    if (panelKey === null) return undefined;
    const name = nameCommand(panelKey, id);
    const runNewest = (): void => newest.current();
    commands.set(name, runNewest);
    if (awaited === name) {
      awaited = null;
      runNewest();
    }
    return () => {
      if (commands.get(name) === runNewest) commands.delete(name);
    };
  }, [panelKey, id]);
}
