import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, ViteBuilder } from 'vite';
import { writeCompressed } from './precompress.js';
import type { PAGES, prerender } from './src/prerender.js';

/** Where the client is drawn in the page that the build makes. */
const ROOT = '<div id="root"></div>';
const HEAD_END = '</head>';
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
/** What the build says of its files, and how the client itself is called there. */
const MANIFEST = '.vite/manifest.json';
const CLIENT = 'index.html';

interface Prerender {
  PAGES: typeof PAGES;
  prerender: typeof prerender;
}

const isPrerender = (module: object): module is Prerender =>
  'PAGES' in module && 'prerender' in module && typeof module.prerender === 'function';

async function load(file: string): Promise<Prerender> {
  const module: unknown = await import(pathToFileURL(file).href);
  if (typeof module !== 'object' || module === null || !isPrerender(module)) {
    throw new Error(`${file} does not draw pages.`);
  }
  return module;
}

/** The style sheets and scripts of a module of the client and of all that it imports. */
function filesOf(manifest: Manifest, module: string): { styles: string[]; scripts: string[] } {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    manifest[name]?.imports?.forEach(visit);
  };
  visit(module);
  const chunks = [...seen].map((name) => manifest[name]).filter((chunk) => chunk !== undefined);
  return {
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
    scripts: chunks.map(({ file }) => file),
  };
}

/** The page that the build made, with its client loaded by `boot.js` once what is drawn has been shown. */
function templateOf(html: string): string {
  const late = html
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace(
      ENTRY,
      '<script defer src="/boot.js"></script>\n    ' +
        '<link rel="modulepreload" fetchpriority="low" crossorigin data-client href="$1">',
    );
  for (const place of [ROOT, HEAD_END, 'data-client']) {
    if (!late.includes(place)) throw new Error(`index.html has no ${place}.`);
  }
  return late;
}

/** What a page's head names beside the client itself: the styles and scripts of its route. */
function headOf(manifest: Manifest, page: string): string {
  const route = `src/routes/${page.slice(1) || 'index'}.tsx?tsr-split=component`;
  if (!manifest[CLIENT] || !manifest[route]) throw new Error(`The build has no ${CLIENT} or no ${route}.`);
  const client = filesOf(manifest, CLIENT);
  const { styles, scripts } = filesOf(manifest, route);
  return [
    ...styles
      .filter((file) => !client.styles.includes(file))
      .map((file) => `  <link rel="stylesheet" crossorigin href="/${file}">\n  `),
    ...scripts
      .filter((file) => !client.scripts.includes(file))
      .map((file) => `  <link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">\n  `),
  ].join('');
}

/**
 * Builds the client, then writes its open pages as they look before the client runs, so that they are seen with
 * the first answer: `/` as `index.html`, which stands for every other address too, `/auth` as `auth.html`.
 * @throws where a page cannot be drawn without a browser
 */
export async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments;
  if (!client || !ssr) throw new Error('The environments client and ssr are needed.');
  await builder.build(client);
  await builder.build(ssr);
  const folderOf = ({ config }: typeof client) => join(config.root, config.build.outDir);
  const { PAGES: pages, prerender: draw } = await load(join(folderOf(ssr), 'prerender.js'));
  const template = templateOf(await readFile(join(folderOf(client), 'index.html'), 'utf8'));
  const manifest: Manifest = JSON.parse(await readFile(join(folderOf(client), MANIFEST), 'utf8'));
  for (const page of pages) {
    const body = `<div id="root">${await draw(page)}</div>`;
    const html = template
      .replace(HEAD_END, () => headOf(manifest, page) + HEAD_END)
      .replace(ROOT, () => body);
    const file = join(folderOf(client), page === '/' ? 'index.html' : `${page.slice(1)}.html`);
    await writeFile(file, html);
    await writeCompressed(file, html);
  }
}
