import { Id } from '@oniverse/platform';

export class PresenceListDto {
  @Id('The dimension.')
  serverId!: string;
}
