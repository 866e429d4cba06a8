import { waitlistBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class WaitlistDto extends dtoOf(waitlistBody) {}
