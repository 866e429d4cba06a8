import { describe, expect, it } from '@jest/globals';
import { adviceForRefusal } from './refused-credentials.js';

describe('adviceForRefusal', () => {
  it.each([
    [{ code: '28P01' }, 'infra/ops/rotate postgres'],
    [{ code: 'SignatureDoesNotMatch' }, 'infra/ops/rotate objects'],
    [{ code: 'ExpiredToken' }, 'S3_CREDENTIALS_FILE'],
    [new Error('WRONGPASS invalid username-password pair'), 'infra/ops/rotate redis'],
    [new Error('NOAUTH Authentication required.'), 'infra/ops/rotate redis'],
    [new Error('All sentinels are unreachable. Last error: NOAUTH HELLO must be called'), 'REDIS_URL'],
    [new Error("NOPERM User oniverse has no permissions to run the 'info' command"), 'docs/operations.md'],
  ])('names what repairs refused credentials: %j', (error, advice) => {
    expect(adviceForRefusal(error)).toContain(advice);
  });

  it.each([[{ code: '57P03' }], [new Error('connect ECONNREFUSED')], [undefined], ['text']])(
    'leaves other errors alone: %j',
    (error) => {
      expect(adviceForRefusal(error)).toBeUndefined();
    },
  );
});
