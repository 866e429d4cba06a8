import { describe, expect, it } from '@jest/globals';
import { MESSAGES, SECURITY_MESSAGES, TEXT_MESSAGES } from '@oniverse/contracts';
import { invalidField, ProblemError, unavailable } from './problems.js';

describe('ProblemError', () => {
  it('NXT-331 answers the message with its reason and parameters', () => {
    const problem = new ProblemError('invalid_code', SECURITY_MESSAGES.clockFast({ minutes: 2 }));
    const phrase = {
      message: "The clock of your device is about 2 min fast. Set it to the network's time, then try again.",
      reason: 'clockFast',
      params: { minutes: 2 },
    };
    expect(problem.body()).toEqual({ statusCode: 400, code: 'invalid_code', ...phrase });
    expect(problem.ack()).toEqual({ ok: false, code: 'invalid_code', ...phrase });
  });

  it('NXT-331 answers the message and the reason of each field', () => {
    expect(invalidField('title', TEXT_MESSAGES.titleTooLong({ max: 200 })).body()).toEqual({
      statusCode: 400,
      code: 'validation_failed',
      message: 'A title can have up to 200 characters.',
      reason: 'titleTooLong',
      params: { max: 200 },
      fields: { title: 'A title can have up to 200 characters.' },
      fieldReasons: { title: { reason: 'titleTooLong', params: { max: 200 } } },
    });
  });

  it('OPS-071 ends the message of a failed request with its short code', () => {
    const requestId = '7f3a9c21-6f0b-4d53-9a39-5a8f4e0c2b11';
    const answer = {
      code: 'unavailable',
      reason: 'unavailable',
      message: `${MESSAGES.unavailable.message} Code 7f3a9c21.`,
      requestId,
    };
    expect(unavailable().body(requestId)).toEqual({ statusCode: 503, ...answer });
    expect(unavailable().ack(requestId)).toEqual({ ok: false, retryAfter: 2, ...answer });
  });

  it('takes only phrases of the tables, as the compiler checks', () => {
    const made = [
      // @ts-expect-error A sentence has no reason.
      () => new ProblemError('forbidden', 'No.'),
      // @ts-expect-error No table has this reason.
      () => new ProblemError('forbidden', { reason: 'no', message: 'No.' }),
    ];
    expect(made).toHaveLength(2);
  });
});
