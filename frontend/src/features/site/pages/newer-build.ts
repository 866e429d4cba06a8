import { useEffect, useState } from 'react';
import { pageLoad } from '../../../session/page-end.js';

/** Builds for which this tab has already reloaded. */
const STORAGE_KEY = 'oni-reloaded';
/** The script's name is unique for each build. */
const ENTRY_SELECTOR = 'script[type="module"][src]';

function currentEntry(): string | undefined {
  const { src } = document.querySelector<HTMLScriptElement>(ENTRY_SELECTOR) ?? {};
  return src && new URL(src).pathname;
}

/** Returns whether the server's page has a different entry script. */
async function isReplaced(entry: string): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' });
  return answer.ok && !(await answer.text()).includes(`"${entry}"`);
}

/** Returns whether this tab has not reloaded for this build yet, and records that it has. */
function isFirstReload(entry: string): boolean {
  const seen = sessionStorage.getItem(STORAGE_KEY)?.split(' ') ?? [];
  sessionStorage.setItem(STORAGE_KEY, [...seen, entry].join(' '));
  return !seen.includes(entry);
}

async function reloadIfReplaced(): Promise<boolean> {
  try {
    const entry = currentEntry();
    if (entry === undefined || !(await isReplaced(entry)) || !isFirstReload(entry)) return false;
    pageLoad.reload();
    return true;
  } catch {
    // Offline there is nothing to load; without storage the tab could reload forever.
    return false;
  }
}

/**
 * Reloads a broken page if the server has a newer build: a tab with an older build can miss files or receive answers it
 * does not understand. Reloads at most once per build, so that two builds behind one address cause no endless loop.
 * @returns true while checking or reloading
 */
export function useReloadForNewerBuild(): boolean {
  const [isChecking, setChecking] = useState(true);
  useEffect(() => {
    const check = async () => {
      if (!(await reloadIfReplaced())) setChecking(false);
    };
    void check();
  }, []);
  return isChecking;
}
