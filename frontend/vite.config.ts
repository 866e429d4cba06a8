import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';
import { dropDocumentation } from './drop-documentation.js';
import { leanEmoji } from './lean-emoji.js';
import { minifyPublic } from './minify-public.js';
import { precompress } from './precompress.js';
import { buildApp } from './prerender.js';

/** The fonts of the first screen, preloaded before the style sheet requests them. */
const PRELOADED_FONTS = [/oniverse-mono-regular/, /oniverse-serif-(regular|italic)/];

/**
 * Modules that every page needs. By default the bundler splits them into many small chunks, which compress badly.
 */
const BASE_CHUNK =
  /react-dom\/(index|cjs\/react-dom\.production)|@tanstack\/(router-core|react-router|history|store)(?!.*useBlocker)|frontend\/src\/(api\/(http|parse|sentences|stored|query-client)|session\/(?!sign-in|device-token|session-end|unsent|kept-files|edit-drafts|text-drafts)|ui\/(button|keys|plural|page-title))|contracts\/src\/shared\/(product|text|lists)\./;

const TEXTS_CHUNK = /frontend\/src\/session\/unsent-texts|contracts\/src\/shared\/(hashtags|inline-code)\./;

function preloadFonts(): Plugin {
  return {
    name: 'oniverse-preload-fonts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2') && PRELOADED_FONTS.some((face) => face.test(file)))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head',
          })),
    },
  };
}

const backend = { target: process.env['BACKEND_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false };
const proxy = {
  '/api': backend,
  '/objects': backend,
  '/uploads': backend,
  '/exports': backend,
  '/feeds': backend,
  '/dev/mail': backend,
  '/socket.io': { ...backend, ws: true },
};

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    dropDocumentation(),
    leanEmoji(),
    preloadFonts(),
    minifyPublic(),
    precompress(),
  ],
  define: { ONIVERSE_VERSION: JSON.stringify(process.env['ONIVERSE_VERSION'] || 'dev') },
  resolve: {
    conditions: ['oniverse-source', ...defaultClientConditions],
    alias: {
      // Radix's dependency adds an inline style sheet, which the content security policy blocks.
      'react-style-singleton': fileURLToPath(new URL('src/ui/style-singleton.ts', import.meta.url)),
      // The shim is for versions of React that lack the hook.
      'use-sync-external-store/shim': 'use-sync-external-store',
    },
  },
  server: { proxy },
  preview: { proxy },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The entry lists all chunks and style sheets, so names and longer hashes would cost each visitor a kilobyte. The
        // manifest has the names.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE_CHUNK, priority: 2 },
            { name: 'initial', tags: ['$initial'], priority: 1 },
            // What a member's first page needs after its first scripts. Small modules would join a chunk of any page.
            { name: 'texts', test: TEXTS_CHUNK, priority: 1 },
            // Pages share different parts of it. The entry would list each part.
            { name: 'attention', test: /features\/talk\/attention\//, priority: 1 },
            // The same holds for what shows pictures.
            {
              name: 'pictures',
              test: /objects\/(blur|fetch-object|lightbox|object-image|use-fetched-object)|node_modules\/blurhash\//,
              priority: 1,
            },
            // Few members open the dialogs of staff, and the entry would list each with its styles.
            {
              name: 'staff',
              test: /features\/talk\/dimensions\/(audit-list|bans|channel-limits|channel-order|channel-readers|decline|exports|filters|groups|moderation|questions|queue|retention|staff|time-out)(-dialog|-cases|-list|-member|\.tsx|\.queries|\.texts|\.css)/,
              priority: 1,
            },
            { name: 'scheduled', test: /features\/talk\/(scheduled|clock)\//, priority: 1 },
            // Modules that the same pages share form one chunk; small ones join the nearest. With a higher threshold,
            // chunks come to import each other.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4_600 },
          ],
        },
      },
    },
  },
  environments: {
    // Prerenders the public pages during the build. Not served.
    ssr: {
      resolve: { conditions: ['oniverse-source', ...defaultServerConditions] },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: 'node_modules/.cache/prerender',
        // Without the groups, whose chunks may import each other here.
        rolldownOptions: { output: { codeSplitting: true } },
      },
    },
  },
  builder: { buildApp },
});
