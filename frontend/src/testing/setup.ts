import '@testing-library/jest-dom/jest-globals';
// Declares hooks when it is loaded, which must not be those of one file in a suite.
import '@testing-library/user-event';
import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { configure } from '@testing-library/react';
import { lazyElementError } from './element-error.js';
import { installBrowser } from './browser.js';
import { saveGlobals } from './globals.js';
import { shareOwnerStacks } from './owner-stacks.js';
import { reset } from './reset.js';
import { server } from './server.js';

// A busy machine can take seconds to import a lazy part of the client for the first time.
configure({ asyncUtilTimeout: 10_000 });
configure(({ getElementError }) => ({ getElementError: lazyElementError(getElementError) }));
shareOwnerStacks();
installBrowser();
beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
  saveGlobals();
});
// `atTestEnd` is for tests: their own `afterEach` would run while the page still shows.
afterEach(reset);
afterAll(() => server.close());
