import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { selectsBrowserTest, readArguments } from './arguments.js';
import { findChromium } from './chromium.js';
import { runCommand } from './command.js';
import { usedCpuSeconds } from './cpu.js';
import { lockfileProblems } from './lockfile.js';
import { FAILED, type Outcome, PASSED, SKIPPED, testOutcome } from './outcome.js';
import { checkBudget, describeUsage } from './report.js';
import { checkRetries, runWithRetry } from './retry.js';
import { runSteps } from './run-steps.js';
import { commandStep, type Step } from './steps.js';
import { TestRecord } from './test-events.js';

const step = (name: string, outcome: Outcome, needs: readonly string[] = []): Step => ({
  name,
  needs,
  run: () => Promise.resolve(outcome),
});

const command = (script: string) => ({ program: '/bin/sh', args: ['-c', script], cwd: '/' });
const lock = (packages: unknown) => lockfileProblems(JSON.stringify({ lockfileVersion: 3, packages }));

async function runAndPrint(steps: readonly Step[]): Promise<{ outcome: Outcome; text: string }> {
  const lines: string[] = [];
  const { outcome } = await runSteps(steps, (line) => lines.push(line));
  return { outcome, text: lines.join('\n').replaceAll(/\d+\.\d s/g, '# s') };
}

describe('runSteps', () => {
  it('adds up all steps, including those after a failure', async () => {
    const { outcome, text } = await runAndPrint([
      step('format', PASSED),
      step('lint', FAILED),
      step('tests', { passed: 12, failed: 2 }),
    ]);
    expect(outcome).toEqual({ passed: 13, failed: 3 });
    expect(text).toBe('✓ format (# s)\n✗ lint (# s)\n✗ tests: 12 passed, 2 failed (# s)');
  });

  it('does not run a step whose dependency failed, and counts it as a failure', async () => {
    const { outcome, text } = await runAndPrint([
      step('types', FAILED),
      step('client build', PASSED, ['types']),
      step('tests', PASSED, ['client build']),
    ]);
    expect(outcome).toEqual({ passed: 0, failed: 3 });
    expect(text).toContain('✗ tests: not run, because these failed: client build');
  });

  it('returns the CPU seconds that each step used, where the system reports them', async () => {
    const steps = [step('types', PASSED), step('tests', FAILED)];
    let used = 0;
    const { times } = await runSteps(steps, () => undefined, { cpuSeconds: () => (used += 5) });
    expect(times).toEqual([
      { name: 'types', cpuSeconds: 5, slowness: 1 },
      { name: 'tests', cpuSeconds: 5, slowness: 1 },
    ]);
    const unmeasured = await runSteps(steps, () => undefined, { cpuSeconds: () => undefined });
    expect(unmeasured.times[0]).toMatchObject({ name: 'types', cpuSeconds: undefined });
  });

  it('measures the slowness before each step that it runs, and after the last', async () => {
    const measurements = [1, 2, 4];
    const { times } = await runSteps(
      [step('types', FAILED), step('client', PASSED, ['types']), step('lint', PASSED)],
      () => undefined,
      { slowness: async () => measurements.shift() ?? 0 },
    );
    expect(times).toMatchObject([
      { name: 'types', slowness: 1.5 },
      { name: 'lint', slowness: 3 },
    ]);
    expect(measurements).toEqual([]);
  });

  it('prints nothing for a skipped step', async () => {
    expect(await runAndPrint([step('browser', SKIPPED)])).toEqual({ outcome: SKIPPED, text: '' });
  });

  it('prints the output of a command only if it fails', async () => {
    const shown: string[] = [];
    const print = (text: string) => shown.push(text);
    const steps = [
      commandStep('good', command('echo fine'), print),
      commandStep('bad', command('echo broken; echo here >&2; exit 3'), print),
      commandStep('killed', command('kill -9 $$'), print),
      commandStep('missing', { program: '/nowhere/at-all', args: [], cwd: '/' }, print),
    ];
    expect((await runSteps(steps, () => undefined)).outcome).toEqual({ passed: 1, failed: 3 });
    expect(new Set(shown)).toEqual(
      new Set(['broken\nhere', '', '/nowhere/at-all: spawn /nowhere/at-all ENOENT']),
    );
  });
});

describe('runCommand', () => {
  it('kills a command and its children when they stay silent, and keeps what they printed', async () => {
    const end = await runCommand(command('echo begun; sleep 1000 & wait'), 'collected', { stallMs: 500 });
    expect(end).toEqual({ exitCode: null, output: 'begun\n', isStalled: true });
  });

  it('lets a command run for longer than that while it prints or sends messages', async () => {
    const messages: unknown[] = [];
    const script = `
      let left = 6;
      const timer = setInterval(() => {
        if (left % 2) process.stdout.write(left + ' '); else process.send(left);
        if (--left === 0) { clearInterval(timer); process.disconnect(); }
      }, 150);`;
    const talking = { program: process.execPath, args: ['-e', script], cwd: '/' };
    const options = { stallMs: 700, onMessage: (message: unknown) => messages.push(message) };
    const end = await runCommand(talking, 'collected', options);
    expect(end).toEqual({ exitCode: 0, output: '5 3 1 ', isStalled: false });
    expect(messages).toEqual([6, 4, 2]);
  });
});

describe('TestRecord', () => {
  it('names the tests that are running, and returns the files that have ended', () => {
    const record = new TestRecord();
    record.add({ type: 'started', file: 'a.spec.ts' });
    record.add({ type: 'started', file: 'b.spec.ts' });
    record.add({ type: 'started', file: 'b.spec.ts', title: 'waits' });
    record.add({ type: 'started', file: 'c.spec.ts', title: 'adds' });
    record.add({ type: 'ended', file: 'c.spec.ts', passed: 1, failed: 0 });
    for (const other of ['ready', null, { type: 'started' }, { type: 'other', file: 'd.spec.ts' }]) {
      record.add(other);
    }
    expect(record.unfinished).toEqual(['a.spec.ts', 'b.spec.ts › waits']);
    expect(record.files).toEqual([expect.objectContaining({ file: 'c.spec.ts', passed: 1 })]);
  });
});

describe('testOutcome', () => {
  const files = [
    { file: 'a', passed: 3, failed: 0 },
    { file: 'b', passed: 2, failed: 0 },
  ];
  const end = { exitCode: 0, mayBeEmpty: false };

  it('adds up the files', () => {
    expect(testOutcome({ ...end, files })).toEqual({ passed: 5, failed: 0 });
    const broken = [...files, { file: 'c', passed: 0, failed: 1 }];
    expect(testOutcome({ ...end, exitCode: 1, files: broken })).toEqual({ passed: 5, failed: 1 });
  });

  it.each([1, null])('counts a crash as a failure: %j', (exitCode) => {
    expect(testOutcome({ ...end, exitCode, files })).toEqual({ passed: 5, failed: 1 });
  });

  it('counts a run without tests as a failure, unless only some were selected', () => {
    expect(testOutcome({ ...end, files: [] })).toEqual(FAILED);
    expect(testOutcome({ ...end, files: [], mayBeEmpty: true })).toEqual(SKIPPED);
  });
});

describe('runWithRetry', () => {
  const end = (file: string, failed = 0) => ({ file, passed: 2 - failed, failed });

  it('passes if the failed files pass on the second run, and returns their first ends', async () => {
    const asked: (readonly string[] | undefined)[] = [];
    const result = await runWithRetry(async (files) => {
      asked.push(files);
      return files
        ? { outcome: { passed: 2, failed: 0 }, files: [end('b')], isCut: false }
        : { outcome: { passed: 3, failed: 1 }, files: [end('a'), end('b', 1)], isCut: false };
    });
    expect(asked).toEqual([undefined, ['b']]);
    expect(result).toMatchObject({
      outcome: { passed: 4, failed: 0 },
      retried: [{ ...end('b', 1), firstFailure: '' }],
    });
  });

  it('fails if a file fails twice', async () => {
    const broken = { outcome: { passed: 1, failed: 1 }, files: [end('b', 1)], isCut: false };
    const result = await runWithRetry(async () => broken);
    expect(result).toMatchObject({ outcome: { passed: 1, failed: 1 }, retried: [] });
  });

  it('runs nothing again after a success, more than three failed files or an early end', async () => {
    let runs = 0;
    const runFiles = (files: ReturnType<typeof end>[], failed: number, isCut = false) =>
      runWithRetry(async () => {
        runs += 1;
        return { outcome: { passed: 4, failed }, files, isCut };
      });
    await runFiles([end('a')], 0);
    await runFiles(
      ['a', 'b', 'c', 'd'].map((file) => end(file, 1)),
      4,
    );
    const { outcome } = await runFiles([end('a', 1)], 1, true);
    expect([runs, outcome.failed]).toEqual([3, 1]);
  });
});

describe('usedCpuSeconds', () => {
  it('grows by what an ended child process used', async () => {
    const before = usedCpuSeconds();
    await runCommand(
      { program: process.execPath, args: ['-e', 'while (process.cpuUsage().user < 3e5);'], cwd: '/' },
      'collected',
    );
    if (before === undefined) return expect(process.platform).not.toBe('linux');
    expect(usedCpuSeconds()).toBeGreaterThan(before + 0.2);
  });

  it('reads a command with spaces and parentheses, and nothing where there is no /proc', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oniverse-cpu-'));
    const file = join(folder, 'stat');
    await writeFile(file, '7 (a ) b) S 1 7 7 0 -1 4194304 100 0 0 0 150 50 200 100 20 0 1 0 5000 0 0');
    expect(usedCpuSeconds(file)).toBe(5);
    expect(usedCpuSeconds(join(folder, 'missing'))).toBeUndefined();
    await rm(folder, { recursive: true });
  });
});

describe('the report of a run', () => {
  const usage = (cpuSeconds: number | undefined, slowness = 2) => ({
    steps: [
      { name: 'types', cpuSeconds: 20, slowness: 2 },
      { name: 'backend', cpuSeconds, slowness },
    ],
    files: Array.from({ length: 12 }, (_, index) => ({
      file: `/root/libs/${index}.spec.ts`,
      passed: 1,
      failed: 0,
      cpuMs: index * 1_500,
    })),
  });

  const checkUsage = (cpuSeconds: number | undefined) => {
    const lines: string[] = [];
    const outcome = checkBudget(usage(cpuSeconds), 1_000, (line) => lines.push(line));
    return { outcome, text: lines.join('\n') };
  };

  it('lists CPU seconds, raw and calibrated, of the steps and of the ten dearest files', () => {
    const lines = describeUsage(usage(1_000), '/root');
    expect(lines).toContain('   1020.0       510.0  total');
    expect(lines.slice(-10)).toHaveLength(10);
    expect(lines.at(-10)).toBe('     16.5         8.3  libs/11.spec.ts');
    expect(lines.at(-1)).toBe('      3.0         1.5  libs/2.spec.ts');
  });

  it('calibrates each step by the slowness around it', () => {
    const lines = describeUsage(usage(1_000, 4), '/root');
    expect(lines).toContain('     20.0        10.0  types');
    expect(lines).toContain('   1000.0       250.0  backend');
    expect(lines).toContain('   1020.0       260.0  total');
  });

  it('says where nothing was measured, which is no failure', () => {
    expect(describeUsage(usage(undefined), '/root')).toContain('  not measured          total');
    expect(checkUsage(undefined)).toEqual({ outcome: SKIPPED, text: '' });
  });

  it('warns above the budget and fails above five thirds of it', () => {
    expect(checkUsage(1_900)).toEqual({ outcome: SKIPPED, text: '' });
    expect(checkUsage(2_900)).toEqual({ outcome: SKIPPED, text: expect.stringContaining('Warning: 1460') });
    expect(checkUsage(3_400)).toEqual({ outcome: FAILED, text: expect.stringContaining('✗ budget: 1710') });
  });

  it('lists what passed on the second run with its first failure, and fails above three files', () => {
    const lines: string[] = [];
    const files = ['a', 'b', 'c', 'd'].map((name) => ({
      file: `/root/${name}.spec.ts`,
      passed: 0,
      failed: 1,
      firstFailure: 'expected 1',
    }));
    const print = (line: string) => lines.push(line);
    expect(checkRetries(files.slice(0, 3), '/root', print)).toEqual(SKIPPED);
    expect(lines[0]).toBe('passed on the second run: a.spec.ts\nexpected 1');
    expect(checkRetries(files, '/root', print)).toEqual(FAILED);
  });
});

describe('readArguments', () => {
  it('takes its own options and passes the rest on', () => {
    expect(readArguments(['--fast', 'messages', '-t', 'order'], {})).toEqual({
      tiers: ['test'],
      fast: true,
      requireBrowser: false,
      patterns: ['messages', '-t', 'order'],
    });
  });

  it.each([
    ['--browser', ['browser']],
    ['--long', ['long']],
    ['--scale', ['scale']],
    ['--all', ['test', 'browser', 'long']],
  ])('chooses the tiers of %s', (option, tiers) => {
    expect(readArguments([option], {})).toMatchObject({ tiers, patterns: [] });
  });

  it.each([
    [{}, false],
    [{ CI: '' }, false],
    [{ CI: 'false' }, false],
    [{ CI: 'true' }, true],
    [{ CI: '1' }, true],
  ])('requires a browser on a build server: %j', (env, requireBrowser) => {
    expect(readArguments([], env)).toMatchObject({ requireBrowser });
  });
});

describe('selectsBrowserTest', () => {
  it.each([
    [[], true],
    [['theme'], true],
    [['THEME'], true],
    [['waitlist'], false],
    [['theme', '-t', 'order'], false],
  ])('decides for %j whether a browser test may run', (patterns, expected) => {
    expect(selectsBrowserTest(patterns, ['/infra/browser/theme.browser.spec.ts'])).toBe(expected);
  });
});

describe('lockfileProblems', () => {
  const integrity = 'sha512-x';

  it('accepts a complete lock file', () => {
    const packages = {
      '': { optionalDependencies: { d: '1' } },
      libs: { version: '1' },
      'node_modules/libs': { resolved: 'libs', link: true },
      'node_modules/a': { integrity, optionalDependencies: { b: '1', c: '1' } },
      'node_modules/a/node_modules/b': { integrity },
      'node_modules/a/node_modules/@x/y': { integrity, optionalDependencies: { c: '1' } },
      'node_modules/c': { integrity },
      'node_modules/c/node_modules/e': { inBundle: true },
      'node_modules/d': { integrity },
    };
    expect(lock(packages)).toEqual([]);
  });

  it('reports packages without integrity, with a host, or missing on another platform', () => {
    const packages = {
      'node_modules/a': { integrity, resolved: 'https://registry.example/a.tgz' },
      'node_modules/b': { optionalDependencies: { 'b-darwin-arm64': '1', a: '1' } },
      'node_modules/c/node_modules/b-darwin-arm64': { integrity },
    };
    expect(lock(packages)).toEqual([
      'node_modules/a names its registry: https://registry.example/a.tgz',
      'node_modules/b has no integrity.',
      'node_modules/b lists the optional package b-darwin-arm64, which is not in the lock file.',
    ]);
  });

  it.each(['', '[]', '{"lockfileVersion":1,"dependencies":{}}'])('rejects an unknown format: %j', (text) => {
    expect(lockfileProblems(text)).toHaveLength(1);
  });
});

describe('findChromium', () => {
  let home: string;
  let printedLines: string[];

  async function browser(folder: string, name: string, exitCode = 0): Promise<string> {
    await mkdir(join(home, folder), { recursive: true });
    const file = join(home, folder, name);
    await writeFile(file, `#!/bin/sh\nexit ${exitCode}\n`);
    await chmod(file, 0o755);
    return file;
  }

  const places = (more: Partial<Parameters<typeof findChromium>[0]> = {}) => ({
    env: { PATH: join(home, 'path') },
    knownPlaces: [],
    canInstall: false,
    print: (line: string) => printedLines.push(line),
    ...more,
  });

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'oniverse-chromium-'));
    printedLines = [];
  });

  afterEach(async () => {
    await rm(home, { recursive: true, force: true });
  });

  it('uses CHROMIUM_PATH, and nothing else if that does not run', async () => {
    const mine = await browser('mine', 'my-browser');
    await browser('path', 'chromium');
    const env = { PATH: join(home, 'path'), CHROMIUM_PATH: mine };
    expect(await findChromium(places({ env }))).toEqual({ path: mine });
    const wrong = { ...env, CHROMIUM_PATH: join(home, 'none') };
    expect(await findChromium(places({ env: wrong }))).toEqual({
      missing: `CHROMIUM_PATH (${wrong.CHROMIUM_PATH}) does not run`,
    });
  });

  it('finds a runnable browser on the PATH, else in a known place', async () => {
    const known = await browser('known', 'chrome');
    await browser('path', 'chromium-browser', 10);
    expect(await findChromium(places({ knownPlaces: [known] }))).toEqual({ path: known });
    const path = await browser('path', 'google-chrome');
    expect(await findChromium(places({ knownPlaces: [known] }))).toEqual({ path });
    const shell = await browser('path', 'chromium-headless-shell');
    expect(await findChromium(places())).toEqual({ path: shell });
  });

  it('installs a browser and fonts if allowed, without a headless shell if there is none, and prints so', async () => {
    expect(await findChromium(places())).toEqual({ missing: expect.stringContaining('set CHROMIUM_PATH') });
    const bin = join(home, 'path');
    await mkdir(bin);
    const script = `#!/bin/sh\ncase "$*" in *shell*) exit 100;; *install*chromium\\ fonts*) printf '#!/bin/sh\\n' > ${bin}/chromium; /bin/chmod +x ${bin}/chromium;; esac\n`;
    await writeFile(join(bin, 'apt-get'), script);
    await chmod(join(bin, 'apt-get'), 0o755);
    expect(await findChromium(places({ canInstall: true }))).toEqual({ path: join(bin, 'chromium') });
    expect(printedLines).toEqual(['browser: installing Chromium and fonts with apt-get …']);
  });
});
