import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyPatch, readPatch } from './patch.ts';

/** A planted defect is to be caught within so many seeds; one that is met more rarely names the seed that met it. */
const DEFECT_SEEDS = 2000;
/** A defect that makes the terminal run for ever is not caught by it. */
export const HUNT_LIMIT_MS = 1_200_000;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = fileURLToPath(new URL('defects/', import.meta.url));
/** What the campaign needs to run. */
const SOURCES = ['electron', 'shared', 'simulator', 'test/campaign', 'test/support', 'package.json'] as const;

/** What came of a planted defect. */
export interface DefectReport {
  readonly name: string;
  readonly description: string;
  /** The first seed that was wrong; null: it was not caught. */
  readonly seed: number | null;
  /** What was wrong there, or why it was not caught. */
  readonly finding: string;
}

/** Names of the planted defects. */
export function defectNames(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.patch'))
    .map((name) => name.slice(0, -'.patch'.length))
    .toSorted();
}

/** The sources that a defect changes, with the defect in them, by path. Throws when its patch no longer applies. */
export function plantDefect(name: string): { readonly description: string; readonly changed: Map<string, string> } {
  const { description, files } = readPatch(readFileSync(join(FOLDER, `${name}.patch`), 'utf8'));
  if (files.length === 0 || description === '') throw new Error(`${name}: a patch says what it plants, and plants it`);
  const changed = files.map((file): [string, string] => {
    const source = readFileSync(join(ROOT, file.path), 'utf8');
    const result = applyPatch(source, file);
    if (result === source) throw new Error(`${name}: ${file.path} stays as it is`);
    return [file.path, result];
  });
  return { description, changed: new Map(changed) };
}

/** Runs the campaign over a copy of the sources with the defect in them. */
export async function hunt(name: string): Promise<DefectReport> {
  const { description, changed } = plantDefect(name);
  const copy = mkdtempSync(join(tmpdir(), 'strikedesk-defect-'));
  try {
    for (const source of SOURCES) {
      mkdirSync(dirname(join(copy, source)), { recursive: true });
      cpSync(join(ROOT, source), join(copy, source), { recursive: true });
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    for (const [path, text] of changed) writeFileSync(join(copy, path), text);
    const core = name.startsWith('engine-') ? ['--engine'] : [];
    return { name, description, ...(await runCopy(copy, [...core, ...readSeeds(description)])) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function readSeeds(description: string): readonly string[] {
  const [, seed] = /\(seed (\d+)\)/u.exec(description) ?? [];
  return seed === undefined ? ['--seeds', String(DEFECT_SEEDS)] : ['--seeds', '1', '--from', seed];
}

function runCopy(copy: string, seeds: readonly string[]): Promise<Pick<DefectReport, 'seed' | 'finding'>> {
  return new Promise((resolve, reject) => {
    const args = ['--no-warnings', 'test/campaign/main.ts', ...seeds, '--until-wrong'];
    const child = spawn(process.execPath, args, {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: HUNT_LIMIT_MS,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text: string) => (output += text));
    }
    child.once('error', reject);
    child.once('close', () => {
      const [, seed, finding = ''] = /^seed (\d+): (.*)$/mu.exec(output) ?? [];
      if (seed === undefined) resolve({ seed: null, finding: output.trim().split('\n').at(-1) ?? '' });
      else resolve({ seed: Number(seed), finding });
    });
  });
}
