import { Injectable } from '@nestjs/common';
import { NOTIFICATION_DEFAULTS, type PushFields, type PushSubscriptionBody } from '@oniverse/contracts';
import { NotificationSettings, PushSubscription, User } from '@oniverse/data';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';

export type SettingsValues = Omit<NotificationSettings, 'userId' | 'user' | keyof PushFields>;

@Injectable()
export class NotificationSettingsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(userId: string, manager: EntityManager = this.dataSource.manager): Promise<SettingsValues> {
    const stored = await manager.getRepository(NotificationSettings).findOneBy({ userId });
    return (
      stored ?? {
        ...NOTIFICATION_DEFAULTS,
        quietFrom: null,
        quietUntil: null,
        digestDueAt: null,
        digestedAt: null,
      }
    );
  }

  async save(manager: EntityManager, userId: string, values: SettingsValues): Promise<void> {
    await manager.getRepository(NotificationSettings).upsert({ ...values, userId }, ['userId']);
  }

  async isEmailVerified(userId: string): Promise<boolean> {
    return this.dataSource.getRepository(User).existsBy({ id: userId, emailVerifiedAt: Not(IsNull()) });
  }

  async isPushed(sessionHash: string): Promise<boolean> {
    return this.dataSource.getRepository(PushSubscription).existsBy({ sessionId: sessionHash });
  }

  /**
   * Lets one transaction at a time replace subscriptions. Two of one address would both store it, and two that exchange
   * their addresses would wait for each other.
   */
  async lockSubscriptions(manager: EntityManager): Promise<void> {
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('push_subscriptions', 0))`);
  }

  /** Replaces the subscription of the session, and any other with the same address: a browser has only one. */
  async replaceSubscription(
    manager: EntityManager,
    sessionHash: string,
    userId: string,
    subscription: PushSubscriptionBody,
  ): Promise<void> {
    const subscriptions = manager.getRepository(PushSubscription);
    await subscriptions.delete({ endpoint: subscription.endpoint });
    await subscriptions.insert({ ...subscription, sessionId: sessionHash, userId });
  }

  async deleteSubscription(manager: EntityManager, sessionHash: string): Promise<void> {
    await manager.getRepository(PushSubscription).delete({ sessionId: sessionHash });
  }
}
