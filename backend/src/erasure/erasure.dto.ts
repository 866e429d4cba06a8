import { eraseBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class EraseDto extends dtoOf(eraseBody) {}
