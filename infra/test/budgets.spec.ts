import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { budgetViolations } from './budgets.js';

describe('budgetViolations', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oniverse-budgets-'));
    await mkdir(join(folder, 'assets'));
    await mkdir(join(folder, '.vite'));
    const manifest = { 'src/features/talk/emoji/emoji-part.ts': { file: 'assets/emoji.js' } };
    await writeFile(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
    await writeAsset('emoji.js', 50);
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  /** Writes an incompressible file. */
  const writeAsset = (name: string, kilobytes: number) =>
    writeFile(join(folder, 'assets', name), randomBytes(kilobytes * 1_000));

  const writePage = (...tags: string[]) =>
    writeFile(join(folder, 'index.html'), `<head>${tags.join('')}</head>`);

  it('accepts a client within the budgets, whatever it loads later', async () => {
    await writePage(
      '<link rel="stylesheet" crossorigin href="/assets/a.css">',
      '<script type="module" crossorigin src="/assets/a.js"></script>',
      '<link rel="modulepreload" crossorigin href="/assets/b.js">',
    );
    await writeAsset('a.css', 14);
    await writeAsset('a.js', 80);
    await writeAsset('b.js', 40);
    await writeAsset('later.js', 80);
    await writeAsset('later.css', 80);
    expect(await budgetViolations(folder)).toEqual([]);
  });

  it('adds up the files of the page once each, and checks each script separately', async () => {
    await writePage(
      '<link rel="stylesheet" crossorigin href="/assets/a.css">',
      '<link rel="stylesheet" crossorigin href="/assets/b.css">',
      '<script type="module" crossorigin src="/assets/a.js"></script>',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/a.js">',
      '<link rel="modulepreload" crossorigin href="/assets/b.js">',
    );
    await writeAsset('a.css', 8);
    await writeAsset('b.css', 8);
    await writeAsset('a.js', 70);
    await writeAsset('b.js', 70);
    await writeAsset('later.js', 100);
    await writeAsset('emoji.js', 70);
    expect(await budgetViolations(folder)).toEqual([
      'scripts of the landing page: 140.1 kB exceeds 130 kB',
      'styles of the landing page: 16.0 kB exceeds 15 kB',
      'emoji picker: 70.0 kB exceeds 60 kB',
      'later.js: 100.1 kB exceeds 90 kB',
    ]);
  });

  it('measures compressed sizes', async () => {
    await writePage('<script src="/assets/a.js"></script>');
    await writeFile(join(folder, 'assets', 'a.js'), 'x'.repeat(500_000));
    expect(await budgetViolations(folder)).toEqual([]);
  });
});
