import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Manifest, ViteBuilder } from 'vite';
import { writeCompressed } from './precompress.js';
import type { PAGES, prerender } from './src/prerender.js';

/** Where the client is drawn in the page that the build makes. */
const ROOT = '<div id="root"></div>';
const HEAD_END = '</head>';
/** What the build has a page begin with. */
const SCRIPTS =
  /<script type="module" crossorigin src="[^"]+"><\/script>|<link rel="modulepreload" crossorigin href="[^"]+">/g;
/** The page with nothing drawn in it, for addresses whose look is not known at the build. */
const BLANK = '_blank.html';
/** What the build says of its files, and how the client itself is called there. */
const MANIFEST = '.vite/manifest.json';
const CLIENT = 'index.html';
/** What draws it, which comes in a part of its own. */
const DRAWING = 'src/draw.tsx';

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

/** What has the browser fetch scripts before a module asks for them. */
const preload = (scripts: readonly string[]): string[] =>
  scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);

/**
 * The page that the build made, with all that every page needs named in it.
 * @throws where the build has no such part
 */
function wholePage(html: string, manifest: Manifest): string {
  if (!manifest[CLIENT] || !manifest[DRAWING])
    throw new Error(`The build has no ${CLIENT} or no ${DRAWING}.`);
  const client = filesOf(manifest, CLIENT).scripts;
  const drawing = filesOf(manifest, DRAWING).scripts.filter((file) => !client.includes(file));
  return html.replace(HEAD_END, () => `  ${preload(drawing).join('\n    ')}\n  ${HEAD_END}`);
}

/**
 * A page of the build, drawn: its styles are named in its head, and its scripts are laid by in a template, from
 * which `boot.js` takes them once what is drawn has been shown.
 * @param html the page that the build made
 */
function drawnPage(html: string, manifest: Manifest, page: string, markup: string): string {
  const route = `src/routes/${page.slice(1) || 'index'}.tsx?tsr-split=component`;
  if (!manifest[route]) throw new Error(`The build has no ${route}.`);
  const client = filesOf(manifest, CLIENT);
  const drawing = filesOf(manifest, DRAWING);
  const { styles, scripts } = filesOf(manifest, route);
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
  const manifest: Manifest = JSON.parse(await readFile(join(folderOf(client), MANIFEST), 'utf8'));
  const built = wholePage(await readFile(join(folderOf(client), 'index.html'), 'utf8'), manifest);
  await writeFile(join(folderOf(client), BLANK), built);
  for (const page of pages) {
    const html = drawnPage(built, manifest, page, await draw(page));
    const file = join(folderOf(client), page === '/' ? 'index.html' : `${page.slice(1)}.html`);
    await writeFile(file, html);
    await writeCompressed(file, html);
  }
}
