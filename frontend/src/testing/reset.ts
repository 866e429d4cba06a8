import { jest } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import { forgetReports } from '../api/parse.js';
import { bindSession, dropSession, pageSession, recordOwner } from '../api/stored-session.js';
import { configureLive } from '../live/live.js';
import { resetBrowser } from './browser.js';
import { restoreGlobals } from './globals.js';
import { server } from './server.js';
import { resetServerTime } from './server-time.js';
import { resetStores } from './zustand.js';

/** Unbinds the page from its session, and forgets that session and its member. */
function forgetSession(): void {
  bindSession()();
  dropSession(pageSession());
  recordOwner('', '');
}

const ends: (() => void | Promise<void>)[] = [];

/** Calls a function when the page of the running test is gone, before those of earlier calls. */
export function atTestEnd(end: () => void | Promise<void>): void {
  ends.push(end);
}

/** Gives the next test the client, the browser and the API of a fresh page. */
export async function reset(): Promise<void> {
  cleanup();
  jest.useRealTimers();
  for (const end of ends.splice(0).toReversed()) await end();
  // The last requests meet the handlers of their test.
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  jest.restoreAllMocks();
  server.resetHandlers();
  server.events.removeAllListeners();
  resetStores();
  configureLive({});
  resetServerTime();
  forgetReports();
  forgetSession();
  localStorage.clear();
  sessionStorage.clear();
  resetBrowser();
  restoreGlobals();
}
