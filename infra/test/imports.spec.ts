import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CLIENT = 'frontend/src';
/** The folders in these are domains with features of a server, or parts of the platform. */
const SERVERS = ['backend/src', 'worker/src', 'libs/platform/src'];
/** A folder of the client imports only those before it. Files beside the folders put the parts together. */
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
  'code',
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

/** Returns the relative imports of production code below a folder, with paths from that folder. */
function importsIn(folder: string): Import[] {
  const root = join(ROOT, folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/u.test(file) && !/\.(test|spec)\.|routeTree/u.test(file))
    .flatMap((from) =>
      [...readFileSync(join(root, from), 'utf8').matchAll(IMPORT)].map(([, path = '']) => ({
        from,
        to: relative(root, join(root, dirname(from), path)),
      })),
    );
}

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');
/** Returns the domain and the feature of a file of a server; undefined for a file outside of both. */
const featureOf = (file: string): string | undefined =>
  file.split('/').slice(0, -1).slice(0, 2).join('/') || undefined;
const describeImport = ({ from, to }: Import): string => `${from} imports ${to}`;

/** An import between two parts, such as features. */
interface Edge extends Import {
  source: string;
  target: string;
}

/** @param partOf returns undefined for a file outside all parts */
function edgesBetween(imports: readonly Import[], partOf: (file: string) => string | undefined): Edge[] {
  return imports.flatMap(({ from, to }) => {
    const [source, target] = [partOf(from), partOf(to)];
    return source !== undefined && target !== undefined && source !== target
      ? [{ from, to, source, target }]
      : [];
  });
}

/** Returns the parts that are left when those that import no other are removed again and again. */
function partsInCircles(edges: readonly Edge[]): string[] {
  const sources = new Set(edges.map(({ source }) => source));
  const kept = edges.filter(({ target }) => sources.has(target));
  return kept.length === edges.length ? [...sources].toSorted() : partsInCircles(kept);
}

describe('the imports of the client', () => {
  const imports = importsIn(CLIENT);
  const betweenFeatures = edgesBetween(imports, (file) => /^features\/([^/]+\/[^/]+)\//u.exec(file)?.[1]);

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
    expect(partsInCircles(betweenFeatures)).toEqual([]);
  });
});

describe('the imports of the servers', () => {
  it.each(SERVERS)('form no circle between the folders of %s', (folder) => {
    const edges = edgesBetween(importsIn(folder), featureOf);
    expect(edges.length).toBeGreaterThan(5);
    expect(partsInCircles(edges)).toEqual([]);
  });

  it('are reported when they form a circle', () => {
    const imports = [
      { from: 'a/x.ts', to: 'b/y.js' },
      { from: 'b/y.ts', to: 'a/w.js' },
      { from: 'b/y.ts', to: 'c/z.js' },
    ];
    expect(partsInCircles(edgesBetween(imports, folderOf))).toEqual(['a', 'b']);
  });
});
