import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { CALLS } from './calls.js';
import * as features from './features.js';
import { isRecord } from './shared/is-record.js';
import type { Phrase, PhraseParams } from './shared/phrases.js';

const { MESSAGES, QUOTA_MESSAGES } = features;
const ANY_PARAMS = {
  min: 1,
  max: 1_000,
  minutes: 2,
  seconds: 30,
  filter: 'nitro',
  bytes: 1_048_576,
  quota: 1_000,
  kind: 'links',
  until: '2026-12-01 14:05',
};
const entries = Object.entries<unknown>(features)
  .filter(([name]) => name.endsWith('MESSAGES'))
  .flatMap(([, table]) => Object.values<Phrase | ((params: PhraseParams) => Phrase)>(Object(table)));
const all = entries.map((entry) => (typeof entry === 'function' ? entry(ANY_PARAMS) : entry));

describe('the reasons', () => {
  it('are unique across the tables', () => {
    const reasons = all.map(({ reason }) => reason);
    expect(reasons.filter((reason, at) => reasons.indexOf(reason) !== at)).toEqual([]);
  });

  it('have an English sentence with all parameters', () => {
    for (const { message } of all) expect(message).not.toMatch(/^$|undefined|NaN/);
  });

  it('come with the parameters of their sentence', () => {
    expect(QUOTA_MESSAGES.boards({ quota: 1_200 })).toEqual({
      reason: 'quota.boards',
      params: { quota: 1_200 },
      message: 'You can have up to 1,200 boards. Delete one to make room.',
    });
    expect(MESSAGES.notFound).toEqual({ reason: 'notFound', message: 'Not found.' });
  });
});

describe('the public face', () => {
  it('has every call and every table of messages that a module declares', async () => {
    const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
    const modules: object[] = await Promise.all(
      sources.map((file) => import(`./${file.replace('.ts', '.js')}`)),
    );
    const declared = modules.flatMap((module) => Object.entries<unknown>({ ...module }));
    const calls = declared.filter(([, value]) => isRecord(value) && 'method' in value && 'answer' in value);
    expect(new Set(CALLS)).toEqual(new Set(calls.map(([, call]) => call)));
    const tables = declared.filter(([name]) => name.endsWith('MESSAGES'));
    expect(features).toMatchObject(Object.fromEntries(tables));
  });
});
