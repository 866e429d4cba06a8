import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { maySelect, readArguments } from './arguments.js';
import { findChromium } from './chromium.js';
import { lockfileProblems } from './lockfile.js';
import { describeSlowest, FAILED, fileTimes, jestOutcome, type Outcome, PASSED, SKIPPED } from './outcome.js';
import { runSteps } from './run-steps.js';
import { commandStep, type Step } from './steps.js';

const step = (name: string, outcome: Outcome, needs: readonly string[] = []): Step => ({
  name,
  needs,
  run: () => Promise.resolve(outcome),
});

const command = (script: string) => ({ program: '/bin/sh', args: ['-c', script], cwd: '/' });
const report = (numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites });
const lock = (packages: unknown) => lockfileProblems(JSON.stringify({ lockfileVersion: 3, packages }));

function createGate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function runAndPrint(steps: readonly Step[]): Promise<{ outcome: Outcome; text: string }> {
  const lines: string[] = [];
  const outcome = await runSteps(steps, (line) => lines.push(line));
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

  it('runs two steps at a time, each after its dependencies, and some alone', async () => {
    const events: string[] = [];
    const gates = new Map(
      ['format', 'types', 'build', 'tests', 'last'].map((name) => [
        name,
        { begun: createGate(), ending: createGate() },
      ]),
    );
    const gatedStep = (name: string, rest: Partial<Step> = {}): Step => ({
      name,
      ...rest,
      run: async () => {
        events.push(`${name} starts`);
        gates.get(name)?.begun.open();
        await gates.get(name)?.ending.opened;
        events.push(`${name} ends`);
        return PASSED;
      },
    });
    const all = runSteps(
      [
        gatedStep('format'),
        gatedStep('types'),
        gatedStep('build', { needs: ['types'] }),
        gatedStep('tests', { alone: true }),
        gatedStep('last'),
      ],
      () => undefined,
    );
    for (const { begun, ending } of gates.values()) {
      await begun.opened;
      ending.open();
    }
    expect(await all).toEqual({ passed: 5, failed: 0 });
    expect(events.slice(0, 2)).toEqual(['format starts', 'types starts']);
    expect(events.indexOf('build starts')).toBeGreaterThan(events.indexOf('types ends'));
    expect(events.slice(-5)).toEqual([
      'build ends',
      'tests starts',
      'tests ends',
      'last starts',
      'last ends',
    ]);
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
    expect(await runSteps(steps, () => undefined)).toEqual({ passed: 1, failed: 3 });
    expect(new Set(shown)).toEqual(
      new Set(['broken\nhere', '', '/nowhere/at-all: spawn /nowhere/at-all ENOENT']),
    );
  });
});

describe('jestOutcome', () => {
  const end = { exitCode: 0, mayBeEmpty: false };

  it('counts tests and files that could not be run', () => {
    expect(jestOutcome({ ...end, report: report(5, 0) })).toEqual({ passed: 5, failed: 0 });
    expect(jestOutcome({ ...end, exitCode: 1, report: report(5, 1, 2) })).toEqual({ passed: 5, failed: 3 });
  });

  it('counts a crash as a failure', () => {
    expect(jestOutcome({ ...end, report: undefined })).toEqual(FAILED);
    expect(jestOutcome({ ...end, report: '{"numPassed' })).toEqual(FAILED);
    expect(jestOutcome({ ...end, report: '{"numPassedTests":"5"}' })).toEqual(FAILED);
    expect(jestOutcome({ ...end, exitCode: 1, report: report(5, 0) })).toEqual({ passed: 5, failed: 1 });
    expect(jestOutcome({ ...end, exitCode: null, report: report(5, 0) })).toEqual({ passed: 5, failed: 1 });
  });

  it('counts a run without tests as a failure, unless only some were selected', () => {
    expect(jestOutcome({ ...end, report: report(0, 0) })).toEqual(FAILED);
    expect(jestOutcome({ ...end, report: report(0, 0), mayBeEmpty: true })).toEqual(SKIPPED);
  });
});

describe('readArguments', () => {
  it('takes its own options and passes the rest to jest', () => {
    expect(readArguments(['--fast', 'messages', '-t', 'order'], {})).toEqual({
      fast: true,
      long: false,
      requireBrowser: false,
      forJest: ['messages', '-t', 'order'],
    });
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

describe('maySelect', () => {
  it.each([
    [[], true],
    [['theme'], true],
    [['THEME'], true],
    [['waitlist'], false],
    [['waitlist', '-t', 'order'], true],
  ])('decides for %j whether a browser test may run', (forJest, expected) => {
    expect(maySelect(forJest, ['/infra/browser/theme.browser.spec.ts'])).toBe(expected);
  });
});

describe('describeSlowest', () => {
  it('lists the ten slowest files of a report', () => {
    const testResults = Array.from({ length: 12 }, (_, index) => ({
      name: `/root/libs/${index}.spec.ts`,
      startTime: 1_000,
      endTime: 1_000 + index * 1_500,
    }));
    const lines = describeSlowest(fileTimes(JSON.stringify({ testResults })), '/root');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('  16.5 s  libs/11.spec.ts');
    expect(lines[9]).toBe('   3.0 s  libs/2.spec.ts');
  });

  it.each([undefined, '', '{}', '{"testResults":[{"name":1}]}'])('ignores a broken report: %j', (text) => {
    expect(fileTimes(text)).toEqual([]);
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
  });

  it('installs a browser if allowed, and prints so', async () => {
    expect(await findChromium(places())).toEqual({ missing: expect.stringContaining('set CHROMIUM_PATH') });
    const bin = join(home, 'path');
    await mkdir(bin);
    const script = `#!/bin/sh\ncase "$*" in *install*chromium) printf '#!/bin/sh\\n' > ${bin}/chromium; /bin/chmod +x ${bin}/chromium;; esac\n`;
    await writeFile(join(bin, 'apt-get'), script);
    await chmod(join(bin, 'apt-get'), 0o755);
    expect(await findChromium(places({ canInstall: true }))).toEqual({ path: join(bin, 'chromium') });
    expect(printedLines).toEqual(['browser: installing Chromium with apt-get …']);
  });
});
