import { type CreateInviteBody, LIMITS, MESSAGES } from '@oniverse/contracts';
import { WholeNumber } from '@oniverse/platform/backend';

export class CreateInviteDto implements CreateInviteBody {
  @WholeNumber('How many hours it works.', {
    ...LIMITS.inviteHours,
    message: MESSAGES.badInviteHours,
    example: LIMITS.inviteHours.default,
    orNull: true,
  })
  expiresInHours?: number;

  @WholeNumber('How many may come by it; without a bound where it is absent or null.', {
    ...LIMITS.inviteUses,
    message: MESSAGES.badInviteUses,
    example: 10,
    orNull: true,
  })
  maxUses?: number;
}
