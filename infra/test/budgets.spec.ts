import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { overweight } from './budgets.js';

describe('the budgets of the client', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oniverse-budgets-'));
    await mkdir(join(folder, 'assets'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  /** A file that no compression makes smaller. */
  const file = (name: string, kilobytes: number) =>
    writeFile(join(folder, 'assets', name), randomBytes(kilobytes * 1_000));

  const page = (...tags: string[]) => writeFile(join(folder, 'index.html'), `<head>${tags.join('')}</head>`);

  it('takes a client that keeps to them, whatever comes later', async () => {
    await page(
      '<link rel="stylesheet" crossorigin href="/assets/a.css">',
      '<script type="module" crossorigin src="/assets/a.js"></script>',
      '<link rel="modulepreload" crossorigin href="/assets/b.js">',
    );
    await file('a.css', 14);
    await file('a.js', 80);
    await file('b.js', 40);
    await file('later.js', 80);
    await file('later.css', 80);
    expect(await overweight(folder)).toEqual([]);
  });

  it('counts everything that the page names, once, and each script for itself', async () => {
    await page(
      '<link rel="stylesheet" crossorigin href="/assets/a.css">',
      '<link rel="stylesheet" crossorigin href="/assets/b.css">',
      '<script type="module" crossorigin src="/assets/a.js"></script>',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a.js">',
      '<link rel="modulepreload" crossorigin href="/assets/b.js">',
    );
    await file('a.css', 8);
    await file('b.css', 8);
    await file('a.js', 70);
    await file('b.js', 70);
    await file('later.js', 100);
    expect(await overweight(folder)).toEqual([
      'scripts of the landing page: 140.1 kB, and may be 130 kB',
      'styles of the landing page: 16.0 kB, and may be 15 kB',
      'later.js: 100.1 kB, and may be 90 kB',
    ]);
  });

  it('looks at text as it is sent', async () => {
    await page('<script src="/assets/a.js"></script>');
    await writeFile(join(folder, 'assets', 'a.js'), 'x'.repeat(500_000));
    expect(await overweight(folder)).toEqual([]);
  });
});
