import { LIMITS } from '@oniverse/contracts';
import { Field, limitInQuery } from '@oniverse/platform/backend';

export class ActivityQueryDto {
  @Field(limitInQuery)
  limit: number = LIMITS.page.default;
}
