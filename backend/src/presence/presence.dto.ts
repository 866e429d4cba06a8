import { Id } from '@oniverse/platform/backend';

export class PresenceListDto {
  @Id('The dimension.')
  serverId!: string;
}
