import {
  type ChannelOpenRequest,
  type EditMessageBody,
  LIMITS,
  MESSAGES,
  type MessageSendRequest,
  RULES,
  type SendMessageBody,
} from '@oniverse/contracts';
import { Id, RuledText, WholeNumber } from '@oniverse/platform/backend';

function SequenceNumber(description: string, inQuery = false): PropertyDecorator {
  return WholeNumber(description, {
    min: 0,
    max: LIMITS.seq.max,
    message: 'A sequence number is a whole number from 0.',
    example: 512,
    inQuery,
    orNull: !inQuery,
  });
}

export class ChannelIdDto {
  @Id('The channel.')
  channelId!: string;
}

export class ChannelOpenDto extends ChannelIdDto implements ChannelOpenRequest {
  @SequenceNumber('The oldest `seq` that the client has.')
  from?: number | null;

  @SequenceNumber('The newest `seq` that the client has.')
  after?: number | null;

  @SequenceNumber('The last `rev` that the client has received.')
  rev?: number | null;
}

export class MessageSendDto extends ChannelIdDto implements MessageSendRequest {
  @RuledText(RULES.message.content)
  content!: string;

  @RuledText(RULES.message.nonce)
  nonce!: string;
}

export class SendMessageDto implements SendMessageBody {
  @RuledText(RULES.message.content)
  content!: string;

  @RuledText({ ...RULES.message.nonce, optional: true })
  nonce?: string;
}

export class EditMessageDto implements EditMessageBody {
  @RuledText(RULES.message.content, { optional: true })
  content?: string;
}

export class HistoryQueryDto {
  @SequenceNumber('Only messages before this `seq`.', true)
  before?: number;

  @SequenceNumber('Only messages after this `seq`.', true)
  after?: number;

  @WholeNumber('The maximum number of messages.', {
    min: 1,
    max: LIMITS.page.max,
    message: MESSAGES.badLimit,
    example: LIMITS.page.default,
    inQuery: true,
  })
  limit?: number;
}
