import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { isRecord } from '@oniverse/contracts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = ['backend', 'frontend', 'infra', 'libs', 'worker'];
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'coverage']);
/** Scripts that are served as they are, or run before the build. */
const PLAIN_SCRIPTS = [
  'backend/assets/',
  'frontend/public/',
  'infra/bootstrap.mjs',
  'libs/games/compile.mjs',
];

async function dependenciesOf(part: string, kind: 'dependencies' | 'devDependencies' = 'dependencies') {
  const manifest: unknown = JSON.parse(await readFile(join(ROOT, part, 'package.json'), 'utf8'));
  const names = isRecord(manifest) ? manifest[kind] : undefined;
  return Object.keys(isRecord(names) ? names : {});
}

/** Returns the files below a folder, relative to the root. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter(({ name }) => !IGNORED_FOLDERS.has(name) && !name.startsWith('.'))
      .map(async (entry) =>
        entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
      ),
  );
  return files.flat();
}

async function filesImporting(files: readonly string[], name: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const source = await readFile(join(ROOT, file), 'utf8');
    if (source.includes(`from '${name}`)) found.push(file);
  }
  return found;
}

const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !/\.(spec|test)\.tsx?$/.test(file);
const sourcesOf = async (folder: string): Promise<string[]> => (await filesIn(folder)).filter(isSource);

describe('the technology stack', () => {
  it('LIV-016 LIV-021 has a NestJS backend with REST, sockets and class-validator', async () => {
    expect(await dependenciesOf('backend')).toEqual(
      expect.arrayContaining([
        '@nestjs/core',
        '@nestjs/websockets',
        '@nestjs/platform-socket.io',
        'class-validator',
      ]),
    );
    const sources = await sourcesOf('backend/src');
    for (const kind of ['controller', 'gateway']) {
      expect(sources.filter((file) => file.endsWith(`.${kind}.ts`)).length).toBeGreaterThan(4);
    }
  });

  it('LIV-017 stores data in PostgreSQL through TypeORM', async () => {
    expect(await dependenciesOf('libs/data')).toEqual(expect.arrayContaining(['typeorm', 'pg']));
    expect(await filesImporting(await sourcesOf('libs/data/src/entities'), 'typeorm')).not.toEqual([]);
    // No code bypasses TypeORM.
    for (const part of ['backend/src', 'worker/src', 'libs/platform/src']) {
      expect(await filesImporting(await sourcesOf(part), 'pg')).toEqual([]);
    }
  });

  it('LIV-018 LIV-019 uses ioredis for Redis, and minio for the object store in one file', async () => {
    expect(await dependenciesOf('libs/platform')).toEqual(
      expect.arrayContaining(['ioredis', 'minio', 'bullmq']),
    );
    const parts = await Promise.all(['backend/src', 'worker/src', 'libs/platform/src'].map(sourcesOf));
    expect(await filesImporting(parts.flat(), 'minio')).toEqual(['libs/platform/src/objects.ts']);
    expect(await filesImporting(parts.flat(), 'redis')).toEqual([]);
  });

  it('LIV-015 LIV-020 LIV-021 has a React client with Vite, TanStack Router, zustand and socket.io', async () => {
    expect(await dependenciesOf('frontend')).toEqual(
      expect.arrayContaining([
        'react',
        '@tanstack/react-router',
        'react-markdown',
        'socket.io-client',
        'zustand',
      ]),
    );
    expect(await dependenciesOf('frontend', 'devDependencies')).toContain('vite');
    const sources = await sourcesOf('frontend/src');
    for (const name of ['@tanstack/react-router', 'react-markdown', 'socket.io-client', 'zustand']) {
      expect([name, (await filesImporting(sources, name)).length > 0]).toEqual([name, true]);
    }
  });

  it('LIV-022 is tested with jest and supertest', async () => {
    expect(await dependenciesOf('', 'devDependencies')).toContain('jest');
    expect(await dependenciesOf('backend', 'devDependencies')).toContain('supertest');
  });

  it('LIV-023 has the expected top-level folders and files', async () => {
    expect(await readdir(ROOT)).toEqual(
      expect.arrayContaining([
        'backend',
        'docker-compose.yml',
        'frontend',
        'infra',
        'nx.json',
        'package.json',
        'tsconfig.json',
        'worker',
      ]),
    );
  });

  it('LIV-024 is written in TypeScript', async () => {
    const files = (await Promise.all(PARTS.map(filesIn))).flat();
    const scripts = files.filter((file) => /\.(js|jsx|cjs|mjs)$/.test(file));
    expect(scripts.filter((file) => !PLAIN_SCRIPTS.some((plain) => file.startsWith(plain)))).toEqual([]);
    expect(files.filter(isSource).length).toBeGreaterThan(500);
  });
});
