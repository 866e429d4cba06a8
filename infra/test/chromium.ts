import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from './command.js';

/** How the search for a browser ended. */
export type ChromiumSearch = { readonly path: string } | { readonly missing: string };

/** Where a browser is looked for, and whether it may be installed. */
export interface ChromiumPlaces {
  readonly env: NodeJS.ProcessEnv;
  /** Files that may be one, when neither CHROMIUM_PATH nor the PATH names one. */
  readonly knownPlaces: readonly string[];
  /** Whether the system's package manager may be asked. */
  readonly mayInstall: boolean;
  readonly say: (line: string) => void;
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, else on the PATH, else in a known place, else
 * installed by the system's package manager. Says in one clause what is missing otherwise. Throws nothing.
 */
export async function findChromium(places: ChromiumPlaces): Promise<ChromiumSearch> {
  const given = places.env['CHROMIUM_PATH']?.trim();
  if (given !== undefined && given !== '') {
    return (await runs(given)) ? { path: given } : { missing: `CHROMIUM_PATH (${given}) does not run` };
  }
  const found = await firstThatRuns([...onPath(places.env), ...places.knownPlaces]);
  if (found !== undefined) return { path: found };
  if (places.mayInstall) {
    await install(places);
    const installed = await firstThatRuns(onPath(places.env));
    if (installed !== undefined) return { path: installed };
  }
  return { missing: 'no Chromium was found; install one, or set CHROMIUM_PATH' };
}

/** Where browsers are on Linux and macOS beside the PATH, Playwright's own among them. */
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

async function firstThatRuns(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    if (await runs(file)) return file;
  }
  return undefined;
}

/** Some systems have a file of that name that only says how to install the browser. */
async function runs(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
  } catch {
    return false;
  }
  const { exitCode } = await runCommand({ program: file, args: ['--version'], cwd: '/' }, 'collected');
  return exitCode === 0;
}

async function install({ env, say }: ChromiumPlaces): Promise<void> {
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  const ways: readonly (readonly (readonly string[])[])[] = [
    [
      ['apt-get', '-q', 'update'],
      ['apt-get', '-q', '-y', '--no-install-recommends', 'install', 'chromium'],
    ],
    [['dnf', '-q', '-y', 'install', 'chromium']],
  ];
  for (const commands of ways) {
    const manager = commands[0]?.[0] ?? '';
    if (!(await isOnPath(manager, env))) continue;
    say(`browser: installing Chromium with ${manager} …`);
    for (const [program = '', ...args] of commands) {
      await runCommand({ program, args, cwd: '/', env: quiet }, 'collected');
    }
    return;
  }
}

async function isOnPath(name: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    try {
      await access(join(folder, name), constants.X_OK);
      return true;
    } catch {
      // Not here.
    }
  }
  return false;
}
