import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, ViteBuilder } from 'vite';
import { writeCompressed } from './precompress.js';
import { PRODUCT_NAME } from '@oniverse/contracts';
import type { PrerenderedHead, HEADS, PAGES, prerender } from './src/prerender.js';

/** The element that the client renders into. */
const ROOT = '<div id="root"></div>';
const HEAD_END = '</head>';
/** The script and preload tags that Vite adds. */
const SCRIPTS =
  /<script type="module" crossorigin src="[^"]+"><\/script>|<link rel="modulepreload" crossorigin href="[^"]+">/g;
/** The page without prerendered markup, for addresses unknown at build time. */
const BLANK = '_blank.html';
/** Vite's manifest, and the keys in it of the entry and of the module that renders the client. */
const MANIFEST = '.vite/manifest.json';
const CLIENT_MODULE = 'index.html';
const RENDER_MODULE = 'src/mount.tsx';
/** What React leaves for a part that failed or was not loaded. */
const UNDRAWN = '<!--$!-->';

interface Prerender {
  PAGES: typeof PAGES;
  HEADS: typeof HEADS;
  prerender: typeof prerender;
}

const isPrerender = (module: object): module is Prerender =>
  'PAGES' in module && 'HEADS' in module && 'prerender' in module && typeof module.prerender === 'function';

async function importPrerender(file: string): Promise<Prerender> {
  const module: unknown = await import(pathToFileURL(file).href);
  if (typeof module !== 'object' || module === null || !isPrerender(module)) {
    throw new Error(`${file} does not export prerender().`);
  }
  return module;
}

/** Returns the style sheets and scripts of a module and of its static imports. */
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

/**
 * A chunk that imports itself through others runs before the code that it needs. The bundler makes such chunks when it
 * merges small ones.
 * @throws Error with the chunks of a cycle
 */
function rejectCycles(manifest: Manifest): void {
  const done = new Set<string>();
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) throw new Error(`Chunks import each other: ${[...path, name].join(' > ')}`);
    if (done.has(name)) return;
    for (const next of manifest[name]?.imports ?? []) visit(next, [...path, name]);
    done.add(name);
  };
  for (const name of Object.keys(manifest)) visit(name, []);
}

/** Returns preload tags for scripts. */
const preload = (scripts: readonly string[]): string[] =>
  scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);

/**
 * Adds preloads for the scripts that every page needs.
 * @throws if the build lacks the entry or the render module
 */
function withPreloads(html: string, manifest: Manifest): string {
  if (!manifest[CLIENT_MODULE] || !manifest[RENDER_MODULE])
    throw new Error(`The build has no ${CLIENT_MODULE} or no ${RENDER_MODULE}.`);
  const client = filesOf(manifest, CLIENT_MODULE).scripts;
  const drawing = filesOf(manifest, RENDER_MODULE).scripts.filter((file) => !client.includes(file));
  return html.replace(HEAD_END, () => `  ${preload(drawing).join('\n    ')}\n  ${HEAD_END}`);
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;

/**
 * Sets the title and description, also for link previews (https://ogp.me). The server adds `og:url`, because only it
 * knows the full address.
 * @throws if the page has no title or description
 */
function withHead(html: string, { title, description }: PrerenderedHead): string {
  if (!TITLE.test(html) || !DESCRIPTION.test(html))
    throw new Error('index.html has no title or description.');
  const escapedDescription = escapeHtml(description);
  const preview = [
    ['type', 'website'],
    ['site_name', PRODUCT_NAME],
    ['title', escapeHtml(title)],
    ['description', escapedDescription],
  ].map(([name, content]) => `<meta property="og:${name}" content="${content}" />`);
  return html
    .replace(TITLE, () => `<title>${escapeHtml(title)}</title>`)
    .replace(DESCRIPTION, () =>
      [`<meta name="description" content="${escapedDescription}" />`, ...preview].join('\n    '),
    );
}

/** Returns the chunk of a page. The landing page has none: it is part of the client itself. */
function routeChunk(manifest: Manifest, page: string): string {
  const route = `src/routes${page}.tsx?tsr-split=component`;
  if (!manifest[route]) throw new Error(`The build has no ${route}.`);
  return route;
}

/**
 * Adds prerendered markup to a page. Its styles go into the head. Its scripts go into a template, from which `boot.js`
 * takes them after the first paint.
 * @param html the page without markup
 */
function withMarkup(html: string, manifest: Manifest, page: string, markup: string): string {
  const client = filesOf(manifest, CLIENT_MODULE);
  const drawing = filesOf(manifest, RENDER_MODULE);
  const { styles, scripts } = page === '/' ? client : filesOf(manifest, routeChunk(manifest, page));
  const later = html.match(SCRIPTS) ?? [];
  if (later.length === 0 || !html.includes(HEAD_END) || !html.includes(ROOT)) {
    throw new Error('index.html has no script, no end of its head or no root.');
  }
  const head = [
    ...styles
      .filter((file) => !client.styles.includes(file))
      .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    '<script defer src="/boot.js"></script>',
    '<template id="client">',
    ...later.map((tag) => `  ${tag}`),
    ...preload(
      scripts.filter((file) => !client.scripts.includes(file) && !drawing.scripts.includes(file)),
    ).map((tag) => `  ${tag}`),
    '</template>',
  ];
  return html
    .replaceAll(SCRIPTS, '')
    .replace(/\n\s*\n/g, '\n')
    .replace(HEAD_END, () => `  ${head.join('\n    ')}\n  ${HEAD_END}`)
    .replace(ROOT, () => `<div id="root">${markup}</div>`);
}

/**
 * Builds the client and prerenders its public pages, so that the first response shows them: `/` as `index.html`, which
 * also serves every other address, and `/auth` as `auth.html`.
 * @throws Error if a page cannot be rendered without a browser, or if chunks import each other
 */
export async function buildApp(builder: ViteBuilder): Promise<void> {
  const { client, ssr } = builder.environments;
  if (!client || !ssr) throw new Error('The environments client and ssr are needed.');
  await builder.build(client);
  await builder.build(ssr);
  const folderOf = ({ config }: typeof client) => join(config.root, config.build.outDir);
  const {
    PAGES: pages,
    HEADS: heads,
    prerender: draw,
  } = await importPrerender(join(folderOf(ssr), 'prerender.js'));
  const manifest: Manifest = JSON.parse(await readFile(join(folderOf(client), MANIFEST), 'utf8'));
  rejectCycles(manifest);
  const built = withPreloads(await readFile(join(folderOf(client), 'index.html'), 'utf8'), manifest);
  await writeFile(join(folderOf(client), BLANK), built);
  for (const page of pages) {
    const markup = await draw(page);
    if (markup.includes(UNDRAWN)) throw new Error(`${page} cannot be drawn without a browser.`);
    const html = withMarkup(withHead(built, heads[page]), manifest, page, markup);
    const file = join(folderOf(client), page === '/' ? 'index.html' : `${page.slice(1)}.html`);
    await writeFile(file, html);
    await writeCompressed(file, html);
  }
}
