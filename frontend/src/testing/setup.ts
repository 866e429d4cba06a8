import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { lazyElementError } from './element-error.js';
import { setMedia, installBrowser } from './browser.js';
import { server } from './server.js';
import { usePageEnd } from '../session/page-end.js';
import { useToast } from '../ui/toast-store.js';

// A busy machine can take seconds to import a lazy part of the client for the first time.
configure({ asyncUtilTimeout: 10_000 });
configure(({ getElementError }) => ({ getElementError: lazyElementError(getElementError) }));
installBrowser();
// A test may replace the clock.
const { setTimeout } = globalThis;
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => setMedia());
afterEach(async () => {
  cleanup();
  // The last requests meet the handlers of their test.
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  server.resetHandlers();
  usePageEnd.setState({ leave: null });
  useToast.setState({ toast: null });
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
