import {
  type ChannelOpenRequest,
  LIMITS,
  MESSAGES,
  type MessageSendRequest,
  RULES,
  type SendMessageBody,
} from '@oniverse/contracts';
import { RuledText } from '@oniverse/platform';
import { Transform, Type } from 'class-transformer';
import { IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';

const MAX_SEQ = 2_147_483_647;
const SEQ_MESSAGE = 'A sequence number is a whole number from 0.';

/** A place in a channel, or a count of its changes. */
function SequenceNumber(): PropertyDecorator {
  const decorators = [
    IsOptional(),
    IsInt({ message: SEQ_MESSAGE }),
    Min(0, { message: SEQ_MESSAGE }),
    Max(MAX_SEQ, { message: SEQ_MESSAGE }),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}

export class ChannelIdDto {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value))
  @IsUUID('all', { message: MESSAGES.badId })
  channelId!: string;
}

export class ChannelOpenDto extends ChannelIdDto implements ChannelOpenRequest {
  @SequenceNumber()
  from?: number | null;

  @SequenceNumber()
  after?: number | null;

  @SequenceNumber()
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

export class HistoryQueryDto {
  @Type(() => Number)
  @SequenceNumber()
  before?: number;

  @Type(() => Number)
  @SequenceNumber()
  after?: number;

  @Type(() => Number)
  @IsOptional()
  @IsInt({ message: 'The limit is a whole number from 1 to 100.' })
  @Min(1, { message: 'The limit is a whole number from 1 to 100.' })
  @Max(LIMITS.page.max, { message: 'The limit is a whole number from 1 to 100.' })
  limit?: number;
}
