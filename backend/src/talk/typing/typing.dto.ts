import { LIVE_REQUESTS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class TypingDto extends dtoOf(LIVE_REQUESTS['typing:start'].body.fields) {}
