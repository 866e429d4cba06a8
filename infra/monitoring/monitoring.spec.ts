import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentedMetrics } from '@oniverse/testing';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const readAll = (folder: string): string =>
  readdirSync(join(ROOT, folder))
    .map((file) => read(`${folder}/${file}`))
    .join('\n');
const listAll = (text: string, pattern: RegExp): string[] =>
  [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))].toSorted();

/** Labels whose values the product or the operator chooses. */
const NAMED = ['host', 'instance', 'job', 'mountpoint', 'queue', 'statement', 'table', 'topic'];

describe('alerts', () => {
  const rules = readAll('infra/monitoring/rules');
  const alerts = listAll(rules, /- alert: (\w+)/g);

  it('OPS-094 have an entry in the runbook each, use documented metrics, and name no member', () => {
    expect(alerts.length).toBeGreaterThan(20);
    expect(listAll(read('docs/runbook.md'), /^## (\w+)$/gm)).toEqual(alerts);
    const runbooks = listAll(rules, /runbook: (docs\/runbook\.md#\w+)$/gm);
    expect(runbooks).toEqual(alerts.map((name) => `docs/runbook.md#${name.toLowerCase()}`).toSorted());
    const used = listAll(
      rules + readAll('infra/monitoring/dashboards'),
      /\b(oniverse_\w+?)(?:_bucket|_count|_sum)?\b/g,
    );
    const documented = [...documentedMetrics('any').keys()];
    expect(used.filter((name) => !documented.includes(name))).toEqual([]);
    expect(NAMED).toEqual(expect.arrayContaining(listAll(rules, /\$labels\.(\w+)/g)));
  });

  it('OPS-095 are all tested', () => {
    const tests = readAll('infra/monitoring/tests');
    const fired = listAll(tests, /alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g);
    expect(fired).toEqual(alerts);
    expect(listAll(read('infra/monitoring/tests/healthy.yml'), /alertname: (\w+)$/gm)).toEqual(alerts);
  });

  it('OPS-097 are sent by services without a published port', () => {
    const services = read('docker-compose.yml').split(/^(?= {2}\w[\w-]*:)/mu);
    const monitoring = services.filter((text) => /profiles: \[monitoring\]|<<: \*monitoring/u.test(text));
    expect(monitoring).toHaveLength(4);
    for (const text of monitoring) expect(text).not.toMatch(/^ {4}ports:/mu);
  });
});
