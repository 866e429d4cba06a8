import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from './command.js';

export type ChromiumSearch = { readonly path: string } | { readonly missing: string };

export interface ChromiumOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Files to try if neither CHROMIUM_PATH nor the PATH has a browser. */
  readonly knownPlaces: readonly string[];
  /** Whether to install one with the system's package manager. */
  readonly canInstall: boolean;
  readonly print: (line: string) => void;
}

/** The headless shell first: it draws no window and takes four fifths of the CPU time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, else on the PATH, else in a known place, else by installing
 * one. Otherwise returns what is missing. Never throws.
 */
export async function findChromium(places: ChromiumOptions): Promise<ChromiumSearch> {
  const given = places.env['CHROMIUM_PATH']?.trim();
  if (given !== undefined && given !== '') {
    return (await isRunnable(given)) ? { path: given } : { missing: `CHROMIUM_PATH (${given}) does not run` };
  }
  const found = await findRunnable([...onPath(places.env), ...places.knownPlaces]);
  if (found !== undefined) return { path: found };
  if (places.canInstall) {
    await installChromium(places);
    const installed = await findRunnable(onPath(places.env));
    if (installed !== undefined) return { path: installed };
  }
  return { missing: 'no Chromium was found; install one, or set CHROMIUM_PATH' };
}

/** Returns the usual paths of browsers on Linux and macOS outside the PATH, including Playwright's. */
export async function knownChromiumPlaces(): Promise<string[]> {
  const applications = ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
    join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
    join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
  ]);
  const playwright: string[] = [];
  for (const cache of [
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
  ]) {
    const entries = await readdir(cache).catch(() => []);
    for (const entry of entries.filter((name) => name.startsWith('chromium-'))) {
      playwright.push(
        join(cache, entry, 'chrome-linux/chrome'),
        join(cache, entry, 'chrome-linux64/chrome'),
        join(cache, entry, 'chrome-mac/Chromium.app/Contents/MacOS/Chromium'),
      );
    }
  }
  return [
    '/usr/lib/chromium/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
    ...applications,
    ...playwright,
  ];
}

function onPath(env: NodeJS.ProcessEnv): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
}

async function findRunnable(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    if (await isRunnable(file)) return file;
  }
  return undefined;
}

/** Runs the file, because on some systems it is a script that only explains how to install the browser. */
async function isRunnable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
  } catch {
    return false;
  }
  const { exitCode } = await runCommand({ program: file, args: ['--version'], cwd: '/' }, 'collected');
  return exitCode === 0;
}

/** Installs a browser, and the fonts that the pages' fallback fonts measure themselves by. */
async function installChromium({ env, print }: ChromiumOptions): Promise<void> {
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = async (program: string, ...args: string[]): Promise<boolean> =>
    (await runCommand({ program, args, cwd: '/', env: quiet }, 'collected')).exitCode === 0;
  if (await isOnPath('apt-get', env)) {
    print('browser: installing Chromium and fonts with apt-get …');
    await run('apt-get', '-q', 'update');
    // Some distributions have no package of the headless shell.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      if (await run('apt-get', '-q', '-y', '--no-install-recommends', 'install', name, 'fonts-liberation'))
        return;
    }
  } else if (await isOnPath('dnf', env)) {
    print('browser: installing Chromium and fonts with dnf …');
    await run('dnf', '-q', '-y', 'install', 'chromium-headless', 'liberation-fonts');
  }
}

async function isOnPath(name: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    try {
      await access(join(folder, name), constants.X_OK);
      return true;
    } catch {
      // Try the next folder.
    }
  }
  return false;
}
