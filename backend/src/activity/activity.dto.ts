import { LIMITS, limitInQuery } from '@oniverse/contracts';
import { Field } from '@oniverse/platform/backend';

export class ActivityQueryDto {
  @Field(limitInQuery)
  limit: number = LIMITS.page.default;
}
