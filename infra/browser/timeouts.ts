import { jest } from '@jest/globals';

/** How long a page may take to reach a state that a test waits for, on a machine that is slow or pauses. */
export const PAGE_TIMEOUT_MS = 30_000;
/** How long a browser test may take. It waits for conditions, so a long limit delays only failures. */
const TEST_TIMEOUT_MS = 120_000;

jest.setTimeout(TEST_TIMEOUT_MS);
