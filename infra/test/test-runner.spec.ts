import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readArguments } from './arguments.js';
import { findChromium } from './chromium.js';
import { lockfileProblems } from './lockfile.js';
import { FAILED, jestOutcome, NOTHING, type Outcome, PASSED } from './outcome.js';
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

/** What waits until it is opened. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

async function printed(steps: readonly Step[]): Promise<{ outcome: Outcome; text: string }> {
  const lines: string[] = [];
  const outcome = await runSteps(steps, (line) => lines.push(line));
  return { outcome, text: lines.join('\n').replaceAll(/\d+\.\d s/g, '# s') };
}

describe('runSteps', () => {
  it('adds up all steps, also after one has failed', async () => {
    const { outcome, text } = await printed([
      step('format', PASSED),
      step('lint', FAILED),
      step('tests', { passed: 12, failed: 2 }),
    ]);
    expect(outcome).toEqual({ passed: 13, failed: 3 });
    expect(text).toBe('✓ format (# s)\n✗ lint (# s)\n✗ tests: 12 passed, 2 failed (# s)');
  });

  it('does not run what needs a step that failed, and counts that as a failure', async () => {
    const { outcome, text } = await printed([
      step('types', FAILED),
      step('client build', PASSED, ['types']),
      step('tests', PASSED, ['client build']),
    ]);
    expect(outcome).toEqual({ passed: 0, failed: 3 });
    expect(text).toContain('✗ tests: not run, because it needs: client build');
  });

  it('does two at a time, each when those that it needs are done, and some alone', async () => {
    const events: string[] = [];
    const gates = new Map(
      ['format', 'types', 'build', 'tests', 'last'].map((name) => [name, { begun: gate(), ending: gate() }]),
    );
    const held = (name: string, rest: Partial<Step> = {}): Step => ({
      name,
      ...rest,
      run: async () => {
        events.push(`${name} begins`);
        gates.get(name)?.begun.open();
        await gates.get(name)?.ending.opened;
        events.push(`${name} ends`);
        return PASSED;
      },
    });
    const all = runSteps(
      [
        held('format'),
        held('types'),
        held('build', { needs: ['types'] }),
        held('tests', { alone: true }),
        held('last'),
      ],
      () => undefined,
    );
    for (const { begun, ending } of gates.values()) {
      await begun.opened;
      ending.open();
    }
    expect(await all).toEqual({ passed: 5, failed: 0 });
    expect(events.slice(0, 2)).toEqual(['format begins', 'types begins']);
    expect(events.indexOf('build begins')).toBeGreaterThan(events.indexOf('types ends'));
    expect(events.slice(-5)).toEqual([
      'build ends',
      'tests begins',
      'tests ends',
      'last begins',
      'last ends',
    ]);
  });

  it('says nothing more of a step that had nothing to do', async () => {
    expect(await printed([step('browser', NOTHING)])).toEqual({ outcome: NOTHING, text: '' });
  });

  it('shows the output of a command that fails, and only then', async () => {
    const shown: string[] = [];
    const say = (text: string) => shown.push(text);
    const steps = [
      commandStep('good', command('echo fine'), say),
      commandStep('bad', command('echo broken; echo here >&2; exit 3'), say),
      commandStep('killed', command('kill -9 $$'), say),
      commandStep('missing', { program: '/nowhere/at-all', args: [], cwd: '/' }, say),
    ];
    expect(await runSteps(steps, () => undefined)).toEqual({ passed: 1, failed: 3 });
    expect(new Set(shown)).toEqual(
      new Set(['broken\nhere', '', '/nowhere/at-all: spawn /nowhere/at-all ENOENT']),
    );
  });
});

describe('jestOutcome', () => {
  const end = { exitCode: 0, mayBeEmpty: false };

  it('counts tests, and files that could not be run', () => {
    expect(jestOutcome({ ...end, report: report(5, 0) })).toEqual({ passed: 5, failed: 0 });
    expect(jestOutcome({ ...end, exitCode: 1, report: report(5, 1, 2) })).toEqual({ passed: 5, failed: 3 });
  });

  it('never takes a crash for a success', () => {
    expect(jestOutcome({ ...end, report: undefined })).toEqual(FAILED);
    expect(jestOutcome({ ...end, report: '{"numPassed' })).toEqual(FAILED);
    expect(jestOutcome({ ...end, report: '{"numPassedTests":"5"}' })).toEqual(FAILED);
    expect(jestOutcome({ ...end, exitCode: 1, report: report(5, 0) })).toEqual({ passed: 5, failed: 1 });
    expect(jestOutcome({ ...end, exitCode: null, report: report(5, 0) })).toEqual({ passed: 5, failed: 1 });
  });

  it('takes no test at all for a failure, unless only some were asked for', () => {
    expect(jestOutcome({ ...end, report: report(0, 0) })).toEqual(FAILED);
    expect(jestOutcome({ ...end, report: report(0, 0), mayBeEmpty: true })).toEqual(NOTHING);
  });
});

describe('readArguments', () => {
  it('keeps its own options and hands on the rest', () => {
    expect(readArguments(['--fast', 'messages', '-t', 'order'], {})).toEqual({
      fast: true,
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

describe('lockfileProblems', () => {
  const integrity = 'sha512-x';

  it('finds nothing wrong with a whole lock', () => {
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

  it('finds what cannot be checked, what names a host, and what one system would miss', () => {
    const packages = {
      'node_modules/a': { integrity, resolved: 'https://registry.example/a.tgz' },
      'node_modules/b': { optionalDependencies: { 'b-darwin-arm64': '1', a: '1' } },
      'node_modules/c/node_modules/b-darwin-arm64': { integrity },
    };
    expect(lock(packages)).toEqual([
      'node_modules/a names where it came from: https://registry.example/a.tgz',
      'node_modules/b has no integrity.',
      'node_modules/b may want b-darwin-arm64, which is not in the lock.',
    ]);
  });

  it.each(['', '[]', '{"lockfileVersion":1,"dependencies":{}}'])(
    'refuses what it does not know: %j',
    (text) => {
      expect(lockfileProblems(text)).toHaveLength(1);
    },
  );
});

describe('findChromium', () => {
  let home: string;
  let said: string[];

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
    mayInstall: false,
    say: (line: string) => said.push(line),
    ...more,
  });

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'oniverse-chromium-'));
    said = [];
  });

  afterEach(async () => {
    await rm(home, { recursive: true, force: true });
  });

  it('takes CHROMIUM_PATH, and nothing else when that does not run', async () => {
    const mine = await browser('mine', 'my-browser');
    await browser('path', 'chromium');
    const env = { PATH: join(home, 'path'), CHROMIUM_PATH: mine };
    expect(await findChromium(places({ env }))).toEqual({ path: mine });
    const wrong = { ...env, CHROMIUM_PATH: join(home, 'none') };
    expect(await findChromium(places({ env: wrong }))).toEqual({
      missing: `CHROMIUM_PATH (${wrong.CHROMIUM_PATH}) does not run`,
    });
  });

  it('takes the one on the PATH, else one in a known place, but none that does not run', async () => {
    const known = await browser('known', 'chrome');
    await browser('path', 'chromium-browser', 10);
    expect(await findChromium(places({ knownPlaces: [known] }))).toEqual({ path: known });
    const path = await browser('path', 'google-chrome');
    expect(await findChromium(places({ knownPlaces: [known] }))).toEqual({ path });
  });

  it('has it installed when it may, and says so', async () => {
    expect(await findChromium(places())).toEqual({ missing: expect.stringContaining('set CHROMIUM_PATH') });
    const bin = join(home, 'path');
    await mkdir(bin);
    const script = `#!/bin/sh\ncase "$*" in *install*chromium) printf '#!/bin/sh\\n' > ${bin}/chromium; /bin/chmod +x ${bin}/chromium;; esac\n`;
    await writeFile(join(bin, 'apt-get'), script);
    await chmod(join(bin, 'apt-get'), 0o755);
    expect(await findChromium(places({ mayInstall: true }))).toEqual({ path: join(bin, 'chromium') });
    expect(said).toEqual(['browser: installing Chromium with apt-get …']);
  });
});
