import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { drawnWhenAsked } from './element-error.js';
import { setMedia, installBrowser } from './browser.js';
import { server } from './server.js';

// A busy machine may take a while to fetch a part of the client for the first time.
configure({ asyncUtilTimeout: 10_000 });
configure(({ getElementError }) => ({ getElementError: drawnWhenAsked(getElementError) }));
installBrowser();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => setMedia());
afterEach(() => {
  cleanup();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
