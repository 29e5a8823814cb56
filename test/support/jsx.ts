import { createRequire, registerHooks } from 'node:module';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Compile = (path: string, source: string, options: object) => { code: string; errors: readonly unknown[] };

/** What vite compiles the window's sources with. */
const { transformSync: compile } = createRequire(createRequire(import.meta.url).resolve('vite'))('rolldown/utils') as {
  readonly transformSync: Compile;
};

// Node strips types by itself, but knows neither JSX nor style sheets.
registerHooks({
  load: (url, context, next) => {
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
    if (!url.startsWith('file:') || !url.endsWith('.tsx')) return next(url, context);
    const path = fileURLToPath(url);
    const { code, errors } = compile(path, readFileSync(path, 'utf8'), { jsx: { runtime: 'automatic' } });
    if (errors.length > 0) throw new Error(`${path}: ${JSON.stringify(errors)}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
