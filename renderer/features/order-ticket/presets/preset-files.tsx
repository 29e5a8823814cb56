import { type ChangeEvent, useRef, useState } from 'react';
import type { Preset } from '../../../../shared/orders/presets.ts';
import { readChosenFile } from '../../../ui/own-file.ts';
import { saveText } from '../../../ui/save-file.ts';
import { type OfferedPreset, offerPresets, readPresetFile, takePresets, writePresetFile } from './preset-file.ts';
import { describeScope, describeValues } from './preset-text.ts';

interface PresetFilesProps {
  readonly presets: readonly Preset[];
  readonly keep: (next: Preset[]) => Promise<void>;
}

/** What a file that was chosen comes to. */
type Chosen =
  | { readonly name: string; readonly problem: string }
  | { readonly name: string; readonly fromFile: readonly Preset[] };

/** Presets to a file and from one. What a file would add and replace is shown before it does. */
export function PresetFiles({ presets, keep }: PresetFilesProps) {
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const found = await readChosenFile(event.currentTarget);
    if (found === null) return;
    const { name, text } = found;
    if (text === null) return setChosen({ name, problem: 'The file is over 512 kB and holds no presets.' });
    const read = readPresetFile(text);
    return setChosen(read.ok ? { name, fromFile: read.value } : { name, problem: read.error });
  }

  async function take(offered: readonly OfferedPreset[]): Promise<void> {
    setChosen(null);
    await keep(takePresets(presets, offered));
  }

  return (
    <div className="preset-files">
      <div className="preset-files-bar">
        <button
          type="button"
          className="bar-button"
          disabled={presets.length === 0}
          title={presets.length === 0 ? 'There is none to export' : 'All presets of this profile, as a file'}
          onClick={() => saveText('strikedesk.presets.json', 'json', writePresetFile(presets))}
        >
          Export
        </button>
        <button type="button" className="bar-button" onClick={() => file.current?.click()}>
          Import…
        </button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label="Presets to import"
          onChange={(event) => void choose(event)}
        />
      </div>
      {chosen === null ? null : (
        <Offer chosen={chosen} presets={presets} onTake={take} onDrop={() => setChosen(null)} />
      )}
    </div>
  );
}

interface OfferProps {
  readonly chosen: Chosen;
  readonly presets: readonly Preset[];
  readonly onTake: (offered: readonly OfferedPreset[]) => Promise<void>;
  readonly onDrop: () => void;
}

function Offer({ chosen, presets, onTake, onDrop }: OfferProps) {
  if ('problem' in chosen) {
    return (
      <p className="issue issue-error" role="alert">
        {chosen.name} was not imported. {chosen.problem}
      </p>
    );
  }
  const offered = offerPresets(presets, chosen.fromFile);
  if (offered.length === 0) {
    return (
      <p className="muted" role="status">
        {chosen.name} has nothing new.
      </p>
    );
  }
  return (
    <section className="preset-offer" aria-label={`Presets of ${chosen.name}`}>
      <p role="status">
        {chosen.name} {tellCounts(offered)}
      </p>
      <ul className="preset-list">
        {offered.map(({ preset, before }) => (
          <li key={describeScope(preset.scope)}>
            <span className="preset-says preset-says-whole">
              <b>{describeScope(preset.scope)}</b> {before === null ? 'new' : 'replaced'}:{' '}
              {describeValues(preset.values)}
              {before === null ? null : <span className="muted"> · now {describeValues(before.values)}</span>}
            </span>
          </li>
        ))}
      </ul>
      <div className="dialog-end">
        <button type="button" className="button" onClick={onDrop}>
          Leave as it is
        </button>
        <button type="button" className="button" onClick={() => void onTake(offered)}>
          {offered.some(({ before }) => before !== null) ? 'Import and replace' : 'Import'}
        </button>
      </div>
    </section>
  );
}

function tellCounts(offered: readonly OfferedPreset[]): string {
  const replaced = offered.filter(({ before }) => before !== null).length;
  const added = offered.length - replaced;
  const parts = [added === 0 ? null : `adds ${added}`, replaced === 0 ? null : `replaces ${replaced}`];
  return `${parts.filter((part) => part !== null).join(' and ')}:`;
}
