import { CONSTELLATION, idField, MESSAGES, numberInQuery, omittable } from '@oniverse/contracts';
import { Field } from '@oniverse/platform/backend';

export class ConstellationQueryDto {
  @Field(
    numberInQuery('The maximum number of members.', {
      min: 1,
      max: CONSTELLATION.maxNodes,
      message: MESSAGES.badNodeLimit,
      example: CONSTELLATION.nodes,
    }),
  )
  limit: number = CONSTELLATION.nodes;

  @Field(omittable(idField('The member at the center of the neighbourhood; the caller by default.')))
  around?: string;
}
