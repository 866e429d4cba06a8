import { readMarkBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class ReadMarkDto extends dtoOf(readMarkBody) {}
