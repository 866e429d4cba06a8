import { LIVE_REQUESTS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class PresenceListDto extends dtoOf(LIVE_REQUESTS['presence:list'].body.fields) {}
