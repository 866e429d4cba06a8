import { LIMITS, MESSAGES } from '@oniverse/contracts';
import { WholeNumber } from '@oniverse/platform/backend';

export class ActivityQueryDto {
  @WholeNumber('The maximum number of entries.', {
    min: 1,
    max: LIMITS.page.max,
    message: MESSAGES.badLimit,
    example: LIMITS.page.default,
    inQuery: true,
  })
  limit: number = LIMITS.page.default;
}
