import { CONSTELLATION, MESSAGES } from '@oniverse/contracts';
import { Id, WholeNumber } from '@oniverse/platform/backend';

export class ConstellationQueryDto {
  @WholeNumber('The maximum number of members.', {
    min: 1,
    max: CONSTELLATION.maxNodes,
    message: MESSAGES.badNodeLimit,
    example: CONSTELLATION.nodes,
    inQuery: true,
  })
  limit: number = CONSTELLATION.nodes;

  @Id('The member at the center of the neighbourhood; the caller by default.', { optional: true })
  around?: string;
}
