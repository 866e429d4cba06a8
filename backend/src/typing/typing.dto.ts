import { Id } from '@oniverse/platform/backend';

export class TypingDto {
  @Id('The channel.')
  channelId!: string;
}
