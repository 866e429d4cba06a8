import { expect } from '@jest/globals';

/** Expects an answer of an exceeded rate limit that ends within some seconds. */
export function expectLimited(
  answer: { status: number; body: object; headers: Record<string, string> },
  seconds: number,
): void {
  expect(answer.body).toMatchObject({ statusCode: 429, code: 'rate_limited' });
  const retryAfter = Number(answer.headers['retry-after']);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
}
