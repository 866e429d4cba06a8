import { createReplyBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class CreateReplyDto extends dtoOf(createReplyBody) {}
