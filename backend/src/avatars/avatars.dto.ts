import { profileImageBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class ProfileImageDto extends dtoOf(profileImageBody) {}
