import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Where our own code is. */
const PARTS = ['backend', 'frontend', 'infra', 'libs', 'worker'];
/** What is not ours, or made from what is ours. */
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage']);
/** Served as it is, before and beside what is built; and started before anything is. */
const PLAIN_SCRIPTS = ['backend/assets/', 'frontend/public/', 'infra/bootstrap.mjs'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The names of what a package depends on; `dev` where only its tests and tools do. */
async function dependenciesOf(part: string, kind: 'dependencies' | 'devDependencies' = 'dependencies') {
  const manifest: unknown = JSON.parse(await readFile(join(ROOT, part, 'package.json'), 'utf8'));
  const names = isRecord(manifest) ? manifest[kind] : undefined;
  return Object.keys(isRecord(names) ? names : {});
}

/** The files below a folder that are ours, from the root. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter(({ name }) => !NOT_OURS.has(name) && !name.startsWith('.'))
      .map(async (entry) =>
        entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
      ),
  );
  return files.flat();
}

/** The sources of some of our files that import a package. */
async function importing(files: readonly string[], name: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) {
    const source = await readFile(join(ROOT, file), 'utf8');
    if (source.includes(`from '${name}`)) found.push(file);
  }
  return found;
}

const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !/\.(spec|test)\.tsx?$/.test(file);
const sourcesOf = async (folder: string): Promise<string[]> => (await filesIn(folder)).filter(isSource);

describe('what the house is made of', () => {
  it('LIV-016 LIV-021 the backend is NestJS, with REST, sockets and class-validator', async () => {
    expect(await dependenciesOf('backend')).toEqual(
      expect.arrayContaining([
        '@nestjs/core',
        '@nestjs/websockets',
        '@nestjs/platform-socket.io',
        'class-validator',
      ]),
    );
    const sources = await sourcesOf('backend/src');
    for (const kind of ['controller', 'gateway', 'dto']) {
      expect(sources.filter((file) => file.endsWith(`.${kind}.ts`)).length).toBeGreaterThan(4);
    }
  });

  it('LIV-017 what is kept is kept by TypeORM in PostgreSQL', async () => {
    expect(await dependenciesOf('libs/data')).toEqual(expect.arrayContaining(['typeorm', 'pg']));
    expect(await importing(await sourcesOf('libs/data/src/entities'), 'typeorm')).not.toEqual([]);
    // Nothing goes past it.
    for (const part of ['backend/src', 'worker/src', 'libs/platform/src']) {
      expect(await importing(await sourcesOf(part), 'pg')).toEqual([]);
    }
  });

  it('LIV-018 LIV-019 Redis is reached by ioredis, and the object store by minio, from one place', async () => {
    expect(await dependenciesOf('libs/platform')).toEqual(
      expect.arrayContaining(['ioredis', 'minio', 'bullmq']),
    );
    const parts = await Promise.all(['backend/src', 'worker/src', 'libs/platform/src'].map(sourcesOf));
    expect(await importing(parts.flat(), 'minio')).toEqual(['libs/platform/src/objects.ts']);
    expect(await importing(parts.flat(), 'redis')).toEqual([]);
  });

  it('LIV-015 LIV-020 LIV-021 the client is React with Vite, its router, its stores and its socket', async () => {
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
      expect([name, (await importing(sources, name)).length > 0]).toEqual([name, true]);
    }
  });

  it('LIV-022 it is tested with jest, and over HTTP with supertest', async () => {
    expect(await dependenciesOf('', 'devDependencies')).toContain('jest');
    expect(await dependenciesOf('backend', 'devDependencies')).toContain('supertest');
  });

  it('LIV-023 the top level holds what it should', async () => {
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

  it('LIV-024 it is written in TypeScript', async () => {
    const files = (await Promise.all(PARTS.map(filesIn))).flat();
    const scripts = files.filter((file) => /\.(js|jsx|cjs|mjs)$/.test(file));
    expect(scripts.filter((file) => !PLAIN_SCRIPTS.some((plain) => file.startsWith(plain)))).toEqual([]);
    expect(files.filter(isSource).length).toBeGreaterThan(500);
  });
});
