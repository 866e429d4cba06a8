import {
  editMessageBody,
  LIMITS,
  LIVE_REQUESTS,
  MESSAGES,
  numberInQuery,
  POSITION,
  sendMessageBody,
} from '@oniverse/contracts';
import { dtoOf, Field } from '@oniverse/platform/backend';

export class ChannelIdDto extends dtoOf(LIVE_REQUESTS['channel:close'].body.fields) {}

export class ChannelOpenDto extends dtoOf(LIVE_REQUESTS['channel:open'].body.fields) {}

export class MessageSendDto extends dtoOf(LIVE_REQUESTS['message:send'].body.fields) {}

export class SendMessageDto extends dtoOf(sendMessageBody) {}

export class EditMessageDto extends dtoOf(editMessageBody) {}

export class HistoryQueryDto {
  @Field(numberInQuery('Only messages before this `seq`.', POSITION))
  before?: number;

  @Field(numberInQuery('Only messages after this `seq`.', POSITION))
  after?: number;

  @Field(
    numberInQuery('The maximum number of messages.', {
      min: 1,
      max: LIMITS.page.max,
      message: MESSAGES.badLimit,
      example: LIMITS.page.default,
    }),
  )
  limit?: number;
}
