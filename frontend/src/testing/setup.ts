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
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => setMedia());
afterEach(() => {
  cleanup();
  server.resetHandlers();
  usePageEnd.setState({ leave: null });
  useToast.setState({ toast: null });
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
