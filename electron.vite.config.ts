import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** The line of Electron that the product ships with: Node 24 and this Chromium. */
const NODE_TARGET = 'node24';
const CHROME_TARGET = 'chrome150';

export default defineConfig({
  main: {
    build: {
      target: NODE_TARGET,
      outDir: 'out/main',
      minify: true,
      reportCompressedSize: false,
      // One bundle per host: no look-up in node_modules at start, and nothing to ship beside it.
      externalizeDeps: false,
      rollupOptions: {
        input: { main: 'electron/main.ts', 'browser-host': 'electron/browser-host.ts' },
        // ws takes these two when they are there; they are not.
        external: ['electron', /^node:/u, 'bufferutil', 'utf-8-validate'],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      outDir: 'out/preload',
      minify: true,
      reportCompressedSize: false,
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: 'electron/preload.ts' },
        external: ['electron'],
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'renderer',
    plugins: [react()],
    build: {
      target: CHROME_TARGET,
      outDir: 'out/renderer',
      minify: true,
      reportCompressedSize: false,
      // Files stay files: the window's policy allows no data: for scripts, styles and fonts.
      assetsInlineLimit: 0,
      // It would fetch, which the policy forbids and Chromium doesn't need.
      modulePreload: { polyfill: false },
      // Read from this machine in one go; splitting it would only add round trips.
      chunkSizeWarningLimit: 3000,
      rollupOptions: { input: 'renderer/index.html' },
    },
  },
});
