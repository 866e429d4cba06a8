import { createInviteBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class CreateInviteDto extends dtoOf(createInviteBody) {}
