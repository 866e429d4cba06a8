import { SetMetadata } from '@nestjs/common';

export const SELF_LIMITED = 'oniverse:self-limited';

/** A call that has a limit of its own, or none, and does not count among the API calls. */
export const SelfLimited = () => SetMetadata(SELF_LIMITED, true);
