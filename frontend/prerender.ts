import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ViteBuilder } from 'vite';
import { writeCompressed } from './precompress.js';

/** Where the client is drawn in the page that the build makes. */
const ROOT = '<div id="root"></div>';

type Prerender = typeof import('./src/prerender.js');

const isPrerender = (module: object): module is Prerender =>
  'PAGES' in module && 'prerender' in module && typeof module.prerender === 'function';

async function load(file: string): Promise<Prerender> {
  const module: unknown = await import(pathToFileURL(file).href);
  if (typeof module !== 'object' || module === null || !isPrerender(module)) {
    throw new Error(`${file} does not draw pages.`);
  }
  return module;
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
  const { PAGES, prerender } = await load(join(folderOf(ssr), 'prerender.js'));
  const template = await readFile(join(folderOf(client), 'index.html'), 'utf8');
  if (!template.includes(ROOT)) throw new Error(`index.html has no ${ROOT}.`);
  for (const page of PAGES) {
    const html = template.replace(ROOT, `<div id="root">${await prerender(page)}</div>`);
    const file = join(folderOf(client), page === '/' ? 'index.html' : `${page.slice(1)}.html`);
    await writeFile(file, html);
    await writeCompressed(file, html);
  }
}
