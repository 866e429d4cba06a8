import { LIVE_REQUESTS } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class ChannelIdDto extends dtoOf(LIVE_REQUESTS['channel:close'].body.fields) {}

export class ChannelOpenDto extends dtoOf(LIVE_REQUESTS['channel:open'].body.fields) {}

export class MessageSendDto extends dtoOf(LIVE_REQUESTS['message:send'].body.fields) {}
