import { renameTagBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class RenameTagDto extends dtoOf(renameTagBody) {}
