import { Injectable } from '@nestjs/common';
import {
  type AttentionLevel,
  type AttentionView,
  type ChannelAttentionChoice,
  DEFAULT_ATTENTION,
  ROOMS,
} from '@oniverse/contracts';
import { LivePublisher, type RateLimit, RateLimits } from '@oniverse/platform';
import { AccessService, MemberChanges, Quotas } from '../../shared/index.js';
import { AttentionRepository } from './attention.repository.js';

const ATTENTION_LIMIT: RateLimit = { name: 'attention', points: 60, seconds: 60 };

/** What members want to hear of. `attentionOf` in libs/data applies it. */
@Injectable()
export class AttentionService {
  constructor(
    private readonly access: AccessService,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly repository: AttentionRepository,
    private readonly live: LivePublisher,
    private readonly limits: RateLimits,
  ) {}

  async find(userId: string): Promise<AttentionView> {
    const [servers, channels] = await Promise.all([
      this.repository.listServers(userId),
      this.repository.listChannels(userId),
    ]);
    return { servers, channels };
  }

  /** @throws ProblemError `not_found`, `not_a_member`, `rate_limited` */
  async setForServer(userId: string, serverId: string, level: AttentionLevel): Promise<void> {
    await this.limits.consume(ATTENTION_LIMIT, userId);
    await this.access.requireServer(userId, serverId, 'followMessages');
    if (level === DEFAULT_ATTENTION) await this.repository.deleteServerLevel(userId, serverId);
    else await this.repository.setServerLevel(userId, serverId, level);
    this.publish(userId);
  }

  /** @throws ProblemError `not_found`, `not_a_member`, `quota_reached`, `rate_limited` */
  async setForChannel(userId: string, channelId: string, level: ChannelAttentionChoice): Promise<void> {
    await this.limits.consume(ATTENTION_LIMIT, userId);
    await this.access.requireChannelMember(userId, channelId);
    await this.changes.runChange(userId, async ({ manager }) => {
      if (level === 'dimension') {
        await this.repository.deleteChannelLevel(manager, userId, channelId);
        return;
      }
      if (!(await this.repository.hasChannelLevel(manager, userId, channelId))) {
        await this.quotas.requireCapacity(manager, 'channelLevels', userId);
      }
      await this.repository.setChannelLevel(manager, userId, channelId, level);
    });
    this.publish(userId);
  }

  private publish(userId: string): void {
    this.live.publish('attention:changed', ROOMS.user(userId), {});
  }
}
