import { profileBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class ProfileDto extends dtoOf(profileBody) {}
