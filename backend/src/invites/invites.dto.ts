import { type CreateInviteBody, LIMITS, MESSAGES } from '@oniverse/contracts';
import { WholeNumber } from '@oniverse/platform/backend';

export class CreateInviteDto implements CreateInviteBody {
  @WholeNumber('Validity in hours.', {
    ...LIMITS.inviteHours,
    message: MESSAGES.badInviteHours,
    example: LIMITS.inviteHours.default,
    orNull: true,
  })
  expiresInHours?: number;

  @WholeNumber('The maximum number of uses; unlimited if absent or null.', {
    ...LIMITS.inviteUses,
    message: MESSAGES.badInviteUses,
    example: 10,
    orNull: true,
  })
  maxUses?: number;
}
