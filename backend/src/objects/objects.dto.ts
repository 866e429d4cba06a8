import { MESSAGES } from '@oniverse/contracts';
import { WholeNumber } from '@oniverse/platform/backend';

export class ObjectQueryDto {
  @WholeNumber(
    'Width in pixels. Returns the rendition of that width or the next smaller one; if all are larger, the smallest.',
    {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
      message: MESSAGES.badWidth,
      example: 640,
      inQuery: true,
    },
  )
  w?: number;
}
