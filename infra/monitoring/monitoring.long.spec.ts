import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isRecord } from '@oniverse/contracts';
import { freePort } from '@oniverse/embedded';
import {
  BackendProcess,
  documentedMetrics,
  LiveClient,
  makeMember,
  makeServer,
  TestStack,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const RECEIVERS = {
  none: {},
  mail: {
    ALERT_MAIL_TO: 'operator@example.org',
    MAIL_FROM: `O'Niverse <alerts@example.org>`,
    ALERT_SMTP_HOST: 'mail.example:587',
    ALERT_SMTP_USER: 'user',
    ALERT_SMTP_PASSWORD: `it's "$ecret": #1`,
  },
  webhook: { ALERT_WEBHOOK_URL: 'https://alerts.example/oniverse' },
};

/** Runs a tool of Debian's packages `prometheus` and `prometheus-alertmanager`. @throws Error with its output if it fails */
const run = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: FOLDER, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
};
const listFiles = (folder: string): string[] =>
  readdirSync(join(FOLDER, folder)).map((file) => join(FOLDER, folder, file));

/** Lists the queries of a dashboard. */
function queriesOf(file: string): string[] {
  const { panels }: { panels: { targets: { expr: string }[] }[] } = JSON.parse(readFileSync(file, 'utf8'));
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

describe('the configuration of metrics and alerts', () => {
  it('OPS-095 is accepted, and each alert fires when it should and else not', () => {
    run('promtool', 'check', 'config', 'prometheus.yml');
    run('prometheus-blackbox-exporter', '--config.file=blackbox.yml', '--config.check');
    run('promtool', 'test', 'rules', ...listFiles('tests'));
  });

  it.each(Object.entries(RECEIVERS))('OPS-095 is accepted by Alertmanager with the receiver %s', (_, env) => {
    const folder = mkdtempSync(join(tmpdir(), 'oniverse-alerts-'));
    const file = join(folder, 'alertmanager.yml');
    writeFileSync(
      file,
      execFileSync(join(FOLDER, 'start-alertmanager'), ['--print-config'], {
        env: { ...env, PATH: process.env['PATH'] },
      }),
    );
    expect(run('amtool', 'check-config', file)).toContain('1 receivers');
    rmSync(folder, { recursive: true });
  });
});

describe('Prometheus', () => {
  let stack: TestStack;
  let backend: BackendProcess;
  let worker: WorkerProcess;
  let prometheus: ChildProcess;
  let folder: string;
  let url: string;

  const ask = async (path: string): Promise<unknown[]> => {
    const answer: unknown = await (await fetch(`${url}/api/v1/${path}`)).json();
    if (!isRecord(answer) || answer['status'] !== 'success') throw new Error(JSON.stringify([path, answer]));
    const { data } = answer;
    if (Array.isArray(data)) return data;
    const result = isRecord(data) ? data['result'] : undefined;
    return Array.isArray(result) ? result : [];
  };
  const query = async (expression: string): Promise<unknown[]> =>
    ask(`query?query=${encodeURIComponent(expression)}`);

  beforeAll(async () => {
    stack = await TestStack.start();
    const [backendOps, workerOps, port] = [await freePort(), await freePort(), await freePort()];
    backend = await BackendProcess.start({ ...stack.env(), OPS_PORT: String(backendOps) }, await freePort());
    worker = await WorkerProcess.start({ ...stack.env(), OPS_PORT: String(workerOps) });
    folder = mkdtempSync(join(tmpdir(), 'oniverse-prometheus-'));
    const targets = { backend: backendOps, worker: workerOps };
    const config = {
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(FOLDER, 'rules/*.yml')],
      scrape_configs: Object.entries(targets).map(([job, ops]) => ({
        job_name: job,
        honor_labels: job === 'worker',
        static_configs: [{ targets: [`127.0.0.1:${ops}`] }],
      })),
    };
    // JSON is YAML, too.
    writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
    prometheus = spawn(
      'prometheus',
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    url = `http://127.0.0.1:${port}`;
    // What operators do once, and members always do.
    await stack.dataSource.query(`INSERT INTO operations VALUES ('backup', now()), ('drill', now())`);
    const member = await makeMember(stack.dataSource);
    const { channel } = await makeServer(stack.dataSource, { members: [member.user] });
    const client = await LiveClient.connect(backend.url, member);
    await client.send(channel.id, 'Hello');
    client.close();
    await fetch(backend.url);
    await waitUntil('both scrapes', async () => {
      const up = await query('sum(up)').catch(() => []);
      return JSON.stringify(up).includes('"2"');
    });
  });

  afterAll(async () => {
    const ended = once(prometheus, 'exit');
    prometheus.kill();
    await ended;
    await worker.stop();
    await backend.stop();
    await stack.stop();
    rmSync(folder, { recursive: true });
  });

  it('OPS-096 shows each documented metric', async () => {
    const expected = [...documentedMetrics('any').keys()];
    // A process without a limit of its container has no such metric.
    const wanted = expected.filter((name) => name !== 'oniverse_memory_limit_bytes');
    const missing = async (): Promise<string[]> => {
      const shown = (await ask('label/__name__/values')).map(String);
      return wanted.filter((name) => !shown.includes(name) && !shown.includes(`${name}_count`));
    };
    await waitUntil('all metrics', async () => (await missing()).length === 0).catch(() => undefined);
    expect(await missing()).toEqual([]);
  });

  it('OPS-096 answers each query of the dashboards and rules', async () => {
    const queries = listFiles('dashboards').flatMap(queriesOf);
    expect(queries.length).toBeGreaterThan(30);
    for (const expression of queries) await query(expression);
    await waitUntil(
      'the rules',
      async () => (await ask('query?query=oniverse%3Aacknowledgements%3Aerror_ratio_5m')).length > 0,
    );
    const groups = JSON.stringify(await (await fetch(`${url}/api/v1/rules`)).json());
    expect(groups).not.toMatch(/"health":"err"/);
    expect(groups.match(/"type":"alerting"/g)?.length).toBeGreaterThan(20);
  });
});
