import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress.js';
import { buildApp } from './prerender.js';

/** The faces that the first screen is set in: asked for before the style sheet names them. */
const FIRST_FACES = [/oniverse-mono-regular/, /oniverse-serif-(regular|italic)/];

/**
 * What every page begins with. Left to itself the bundler cuts it into a chunk for each way in which pages share it, and
 * small files are compressed badly.
 */
const BASE =
  /@tanstack\/(router-core|react-router|history|store)|frontend\/src\/(api\/(http|guards|stored|query-client)|session\/|ui\/button)/;

function preloadFonts(): Plugin {
  return {
    name: 'oniverse-preload-fonts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2') && FIRST_FACES.some((face) => face.test(file)))
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
    preloadFonts(),
    precompress(),
  ],
  resolve: {
    conditions: ['oniverse-source', ...defaultClientConditions],
    // The content security policy lets no inline sheet in, which is what this one of Radix' would add.
    alias: { 'react-style-singleton': fileURLToPath(new URL('src/ui/style-singleton.ts', import.meta.url)) },
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
        codeSplitting: {
          groups: [{ name: 'base', test: BASE }],
        },
      },
    },
  },
  environments: {
    // What draws the open pages at the build; nothing of it is served.
    ssr: {
      resolve: { conditions: ['oniverse-source', ...defaultServerConditions] },
      build: { ssr: 'src/prerender.tsx', outDir: 'node_modules/.cache/prerender' },
    },
  },
  builder: { buildApp },
});
