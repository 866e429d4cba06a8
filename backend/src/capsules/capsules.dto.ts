import { capsuleBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class CapsuleDto extends dtoOf(capsuleBody) {}
