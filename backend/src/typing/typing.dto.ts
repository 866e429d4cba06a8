import { Id } from '@oniverse/platform';

export class TypingDto {
  @Id('The channel.')
  channelId!: string;
}
