import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = import.meta.dirname;
/** A folder imports only those before it. Files beside the folders put the parts together and may import all. */
const ORDER = [
  'styles',
  'assets',
  'api',
  'theme',
  'ui',
  'session',
  'live',
  'objects',
  'tags',
  'markdown',
  'forms',
  'frame',
  'features',
  'routes',
];
/** Renders parts of every layer, for tests and for `/__ui`. */
const TOOLS = ['testing', 'specimen'];
const IMPORT = /(?:from |import |import\()'(\.[^']+)'/gu;

interface Import {
  from: string;
  to: string;
}

const imports: Import[] = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.|routeTree/u.test(file))
  .flatMap((from) =>
    [...readFileSync(join(ROOT, from), 'utf8').matchAll(IMPORT)].map(([, path = '']) => ({
      from,
      to: relative(ROOT, join(ROOT, dirname(from), path)),
    })),
  );

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
const featureOf = (file: string): string | undefined => /^features\/([^/]+)\//u.exec(file)?.[1];
const describeImport = ({ from, to }: Import): string => `${from} imports ${to}`;

const betweenFeatures = imports.flatMap(({ from, to }) => {
  const [source, target] = [featureOf(from), featureOf(to)];
  return source !== undefined && target !== undefined && source !== target
    ? [{ from, to, source, target }]
    : [];
});

/** Returns the features that are left when those that import no other are removed again and again. */
function featuresInCircles(): string[] {
  let edges = betweenFeatures;
  for (;;) {
    const sources = new Set(edges.map(({ source }) => source));
    const kept = edges.filter(({ target }) => sources.has(target));
    if (kept.length === edges.length) return [...sources].toSorted();
    edges = kept;
  }
}

describe('the imports of the client', () => {
  it('follow the order of the folders', () => {
    const folders = new Set(imports.map(({ from }) => folderOf(from)));
    for (const known of ['', ...ORDER, ...TOOLS]) folders.delete(known);
    expect([...folders]).toEqual([]);
    const wrong = imports.filter(({ from, to }) => {
      const [source, target] = [folderOf(from), folderOf(to)];
      if (source === '' || TOOLS.includes(source)) return false;
      return !ORDER.includes(target) || ORDER.indexOf(source) < ORDER.indexOf(target);
    });
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('reach another feature only through its index', () => {
    const wrong = betweenFeatures.filter(({ to, target }) => to !== `features/${target}/index.js`);
    expect(wrong.map(describeImport)).toEqual([]);
  });

  it('form no circle between features', () => {
    expect(featuresInCircles()).toEqual([]);
  });
});
