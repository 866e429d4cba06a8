import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const SOURCE = 'frontend/src';
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/u.test(name) && !/\.test\.tsx?$/u.test(name) && !name.startsWith('testing/'),
);
const sourceOf = (name: string) => readFileSync(`${SOURCE}/${name}`, 'utf8');
/** Returns the files that import a package, statically or dynamically. */
const importersOf = (name: string) =>
  files.filter((file) => new RegExp(`(?:from |import\\()'${name}'`, 'u').test(sourceOf(file)));

describe('the client', () => {
  it('LIV-020 uses React, TanStack Router and react-markdown, and is built by Vite', () => {
    for (const name of ['react', '@tanstack/react-router', 'react-markdown']) {
      expect([name, importersOf(name).length > 0]).toEqual([name, true]);
    }
    expect(readFileSync('frontend/vite.config.ts', 'utf8')).toContain("from 'vite'");
  });

  it('LIV-015 keeps live state in zustand stores', () => {
    const stores = files.filter((name) => name.endsWith('.store.ts'));
    expect(stores.length).toBeGreaterThan(0);
    expect(stores.filter((name) => !importersOf('zustand').includes(name))).toEqual([]);
    expect(stores).toEqual(
      expect.arrayContaining([
        'live/connection.store.ts',
        'live/node-count.store.ts',
        'features/talk/log/log.store.ts',
        'features/talk/messages/typing.store.ts',
        'features/talk/dimensions/presence.store.ts',
      ]),
    );
  });

  it('LIV-021 has one socket, from socket.io-client', () => {
    expect(importersOf('socket.io-client')).toEqual(['live/live.ts']);
  });

  it('LIV-024 is written only in TypeScript', () => {
    const scripts = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(?:js|jsx|mjs|cjs)$/u.test(name),
    );
    expect(scripts).toEqual([]);
  });
});
