import { phrases } from '../shared/phrases.js';

/** Why a thread cannot be started, apart from `MESSAGES`, which every visitor loads. */
export const THREAD_MESSAGES = phrases({
  nested: 'A message in a thread cannot start another thread.',
});
