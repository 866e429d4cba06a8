import { describe, expect, it } from '@jest/globals';
import { idField, MESSAGE_RULES, textField } from '@oniverse/contracts';
import { ProblemError } from '../problems.js';
import { dtoOf } from './dto.js';
import { ContractPipe } from './validation.js';

const metatype = dtoOf({ channelId: idField('The channel.'), content: textField(MESSAGE_RULES.content) });

describe('ContractPipe', () => {
  it('names the reason for each invalid field', async () => {
    const body = { channelId: 'no', content: 'x'.repeat(4_001) };
    const error = await new ContractPipe()
      .transform(body, { type: 'body', metatype })
      .catch((refusal: unknown) => refusal);
    expect(error instanceof ProblemError && error.body()).toEqual({
      statusCode: 400,
      code: 'validation_failed',
      message: 'This id is malformed.',
      reason: 'badId',
      fields: { channelId: 'This id is malformed.', content: 'A message can have up to 4,000 characters.' },
      fieldReasons: {
        channelId: { reason: 'badId' },
        content: { reason: 'messageTooLong', params: { max: 4_000 } },
      },
    });
  });
});
