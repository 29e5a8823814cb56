import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './boundaries/scan.mjs';
import { ROOT } from './lib/project.mjs';
import { findLongWords } from './words/bounds.mjs';

const root = process.argv[2] ?? ROOT;
const files = listSources(root).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const { ofComments, ofScreen, figures } = findLongWords(files);
const breaches = [...ofComments, ...ofScreen];
for (const breach of breaches) process.stderr.write(`${breach}\n`);
if (files.length === 0) process.stderr.write(`no source files below ${root}\n`);
process.stderr.write(`words: ${figures}, ${breaches.length} breaches\n`);
process.exitCode = files.length === 0 || breaches.length > 0 ? 1 : 0;
