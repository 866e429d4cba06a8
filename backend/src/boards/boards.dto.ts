import { boardBody, boardVisibilityBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class BoardDto extends dtoOf(boardBody) {}

export class BoardVisibilityDto extends dtoOf(boardVisibilityBody) {}
