import { findBreaches } from './boundaries/rules.mjs';
import { scanSources } from './boundaries/scan.mjs';
import { ROOT } from './lib/project.mjs';

const root = process.argv[2] ?? ROOT;
const files = scanSources(root);
const breaches = findBreaches(files);
for (const breach of breaches) process.stderr.write(`${breach}\n`);
// A check that looked at nothing has found nothing: that is no pass.
if (files.length === 0) process.stderr.write(`no source files below ${root}\n`);
process.stderr.write(`boundaries: ${files.length} files, ${breaches.length} breaches\n`);
process.exitCode = files.length === 0 || breaches.length > 0 ? 1 : 0;
