import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const SOURCE = 'frontend/src';
const paths = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const read = (path: string) => readFileSync(`${SOURCE}/${path}`, 'utf8');

const code = paths
  .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.|^testing\//u.test(path))
  .map(read)
  .join('\n');
const sheets = paths
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: read(path).replaceAll(/\/\*[\s\S]*?\*\/|url\([^)]*\)/gu, '') }));

/** Classes that libraries set in rendered Markdown. */
const LIBRARY_CLASSES = /^(?:sr-only|task-list-item)$/u;

const defined = new Set(
  sheets.flatMap(({ text }) =>
    [...text.matchAll(/([^{};]+)\{/gu)]
      .filter(([, selector = '']) => !selector.trim().startsWith('@'))
      .flatMap(([, selector = '']) =>
        [...selector.matchAll(/\.([a-z][\w-]*)/giu)].map(([, name = '']) => name),
      ),
  ),
);

describe('classes', () => {
  it('that a sheet defines are used', () => {
    const words = new Set(code.match(/[\w-]+/gu));
    const stems = [...code.matchAll(/([\w-]{3,})\$\{/gu)].map(([, stem = '']) => stem);
    const isUsed = (name: string) =>
      words.has(name) || LIBRARY_CLASSES.test(name) || stems.some((stem) => name.startsWith(stem));
    expect([...defined].filter((name) => !isUsed(name))).toEqual([]);
  });

  it('that an element has are defined', () => {
    const names = [...code.matchAll(/className="([^"]+)"/gu)].flatMap(([, list = '']) => list.split(' '));
    expect(names.filter((name) => !defined.has(name))).toEqual([]);
  });

  it('name their elements by words of three letters or more', () => {
    expect([...defined].filter((name) => /__[a-z\d]{1,2}(?:-|$)/u.test(name))).toEqual([]);
  });

  it('have their main rule in one sheet of a layer', () => {
    const places = new Map<string, Set<string>>();
    for (const { path, text } of sheets) {
      const layer = /@layer (\w+)/u.exec(text)?.[1] ?? '';
      for (const [, selectors = ''] of text.matchAll(/\n {2}(\.[^{};]+)\{/gu)) {
        for (const selector of selectors.split(',').map((part) => part.trim())) {
          if (!/^\.[\w-]+$/u.test(selector)) continue;
          const key = `${layer} ${selector}`;
          places.set(key, (places.get(key) ?? new Set()).add(path));
        }
      }
    }
    expect([...places].filter(([, found]) => found.size > 1)).toEqual([]);
  });
});
