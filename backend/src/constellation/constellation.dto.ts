import { CONSTELLATION, MESSAGES } from '@oniverse/contracts';
import { Id, WholeNumber } from '@oniverse/platform/backend';

export class ConstellationQueryDto {
  @WholeNumber('How many members at most.', {
    min: 1,
    max: CONSTELLATION.maxNodes,
    message: MESSAGES.badNodeLimit,
    example: CONSTELLATION.nodes,
    inQuery: true,
  })
  limit: number = CONSTELLATION.nodes;

  @Id('The member whose neighbourhood it is; the caller where it is not said.', { optional: true })
  around?: string;
}
