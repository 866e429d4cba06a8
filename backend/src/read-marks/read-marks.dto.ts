import { LIMITS, type ReadMarkBody } from '@oniverse/contracts';
import { WholeNumber } from '@oniverse/platform/backend';

export class ReadMarkDto implements ReadMarkBody {
  @WholeNumber('The `seq` of the last message read; larger values mean the latest message.', {
    min: 0,
    max: LIMITS.seq.max,
    message: 'A sequence number is a whole number from 0.',
    example: 512,
    optional: false,
  })
  seq!: number;
}
