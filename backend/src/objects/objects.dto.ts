import { MESSAGES } from '@oniverse/contracts';
import { WholeNumber } from '@oniverse/platform/backend';

/** Which form of a picture is asked for. */
export class ObjectQueryDto {
  @WholeNumber(
    'A width in pixels: the rendition of that width, or the nearest smaller one; below the smallest the smallest.',
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
