import { MESSAGES, numberInQuery } from '@oniverse/contracts';
import { Field } from '@oniverse/platform/backend';

export class ObjectQueryDto {
  @Field(
    numberInQuery(
      'Width in pixels. Returns the rendition of that width or the next smaller one; if all are larger, the smallest.',
      { min: 1, max: Number.MAX_SAFE_INTEGER, message: MESSAGES.badWidth, example: 640 },
    ),
  )
  w?: number;
}
