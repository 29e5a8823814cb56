import { registerHooks } from 'node:module';

// Loaded with --import before the built main process: its `electron` becomes the stand-in beside this file.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? next(new URL('./electron.ts', import.meta.url).href, context) : next(specifier, context),
});
