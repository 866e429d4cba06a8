import { LIVE_REQUESTS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class PostWatchDto extends dtoOf(LIVE_REQUESTS['post:watch'].body.fields) {}
