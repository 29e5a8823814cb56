import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { CSSOptions, HtmlTagDescriptor, Plugin } from 'vite';

/** The line of Electron that the product ships with: Node 24 and this Chromium. */
const NODE_TARGET = 'node24';
const CHROME_TARGET = 'chrome150';

/** Of the letters and digits that every window shows. */
const FIRST_FONTS = /(?:inter|jetbrains-mono)-latin-wght-normal-[^/]*\.woff2$/u;

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { crossorigin: true, ...attrs }, injectTo: 'head' };
}

/** The program is asked for beside the page's first script, which imports it; and so are its fonts, before a line needs them. */
function preloadWindow(): Plugin {
  return {
    name: 'preload-window',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const fonts = Object.keys(bundle).filter((name) => FIRST_FONTS.test(name));
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const window = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/renderer/window.tsx') === true);
        const names = new Set(window === undefined ? [] : [window.fileName]);
        // What it imports joins the set while it is walked through.
        for (const name of names) {
          for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported);
        }
        const needed = chunks.filter(({ fileName }) => names.has(fileName));
        // The longest to read first.
        const scripts = needed.toSorted((one, other) => other.code.length - one.code.length);
        return [
          ...scripts.map(({ fileName }) => link({ rel: 'modulepreload', href: `./${fileName}` })),
          ...fonts.map((name) => link({ rel: 'preload', as: 'font', type: 'font/woff2', href: `./${name}` })),
        ];
      },
    },
  };
}

/** The dock's sheet has eighteen themes; the window brings its own, and would read the others at each start. */
const WITHOUT_DOCK_THEMES: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'without-dock-themes',
        Rule: (rule) => {
          const kept = rule.selectors.filter((selector) => !selector.includes('.dockview-theme-'));
          if (kept.length === 0) rule.remove();
          else if (kept.length < rule.selectors.length) rule.selectors = kept;
        },
      },
    ],
  },
};

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
    plugins: [react(), preloadWindow()],
    css: WITHOUT_DOCK_THEMES,
    build: {
      target: CHROME_TARGET,
      outDir: 'out/renderer',
      minify: true,
      reportCompressedSize: false,
      // One sheet in the page itself: nothing is ever shown without its style, nor styles in another order.
      cssCodeSplit: false,
      // Files stay files: the window's policy allows no data: for scripts, styles and fonts.
      assetsInlineLimit: 0,
      modulePreload: {
        // It would fetch, which the policy forbids and Chromium doesn't need.
        polyfill: false,
        // The page itself asks for all that the program imports.
        resolveDependencies: (file, dependencies) => (file.startsWith('assets/window-') ? [] : dependencies),
      },
      // Read from this machine; split by what is seen first alone.
      chunkSizeWarningLimit: 3000,
      rollupOptions: {
        input: 'renderer/index.html',
        output: {
          codeSplitting: {
            groups: [
              // With what forbids it code from text, before any schema is made.
              { name: 'schemas', test: /node_modules[\\/]zod[\\/]|renderer[\\/]api[\\/]strict-zod/u },
              // Of about one size, so that as many cores read them at once.
              { name: 'grid', test: /node_modules[\\/]ag-(?:grid-community|stack)/u },
              { name: 'frame', test: /node_modules[\\/](?:react|react-dom|scheduler|dockview-[a-z]+)[\\/]/u },
            ],
          },
        },
      },
    },
  },
});
