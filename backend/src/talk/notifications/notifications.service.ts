import { Injectable } from '@nestjs/common';
import {
  isReminderTime,
  NOTIFICATION_MESSAGES,
  type NotificationsReadBody,
  type NotificationState,
  type NotificationView,
  type ReminderBody,
  ROOMS,
} from '@oniverse/contracts';
import { invalidField, LivePublisher } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { AccessService, MemberChanges, Quotas } from '../../shared/index.js';
import { type NotificationsPage, NotificationsRepository } from './notifications.repository.js';
import { notificationView } from './notifications.view.js';

/** Each method is about the caller's own night log. The worker adds its entries. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: NotificationsRepository,
    private readonly changes: MemberChanges,
    private readonly quotas: Quotas,
    private readonly live: LivePublisher,
  ) {}

  async list(userId: string, page: NotificationsPage): Promise<Page<NotificationView>> {
    return Page.of(await this.repository.listPage(userId, page), page.limit, notificationView);
  }

  async state(userId: string): Promise<NotificationState> {
    return { isUnread: (await this.repository.listUnread([userId])).has(userId) };
  }

  /** Publishes whether anything is unread to members who lost entries of their logs. */
  async publishStates(userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return;
    const unread = await this.repository.listUnread(userIds);
    for (const userId of userIds) {
      this.live.publish('notifications:changed', ROOMS.user(userId), { isUnread: unread.has(userId) });
    }
  }

  /**
   * Marks the whole log as read, in the caller's transaction.
   * @returns a function that publishes it; call it after the commit
   */
  async markAll(manager: EntityManager, userId: string): Promise<() => Promise<void>> {
    const isChanged = await this.repository.markUpTo(manager, userId, null);
    return async () => this.publishStates(isChanged ? [userId] : []);
  }

  /** Marks entries and publishes the state to the member's devices. @throws ProblemError `validation_failed` for two bounds */
  async markRead(userId: string, { upTo, row }: NotificationsReadBody): Promise<NotificationState> {
    if (upTo !== undefined && row !== undefined) {
      throw invalidField('row', NOTIFICATION_MESSAGES.oneBound);
    }
    const isChanged =
      row === undefined
        ? await this.repository.markUpTo(this.repository.manager, userId, upTo ?? null)
        : await this.repository.markRow(userId, row);
    return this.publish(userId, isChanged);
  }

  /** Puts a row away as done. */
  async markDone(userId: string, row: string): Promise<NotificationState> {
    return this.changeLog(userId, async (manager) => this.repository.putAway(manager, userId, row, null));
  }

  /** Puts a row away until a time. @throws ProblemError `validation_failed` for a wrong time, `quota_reached` */
  async remind(userId: string, { row, at }: ReminderBody): Promise<NotificationState> {
    const remindAt = requireReminderTime(at);
    return this.changeLog(userId, async (manager) => {
      if (!(await this.repository.hasReminder(manager, userId, row))) {
        await this.quotas.requireCapacity(manager, 'reminders', userId);
      }
      return this.repository.putAway(manager, userId, row, remindAt);
    });
  }

  /**
   * Reminds a member of a message that they read as a member: a row of the log, away until a time. A second reminder of the
   * message replaces the first.
   * @throws ProblemError `validation_failed` for a wrong time; `not_found`, `not_a_member`, `forbidden`, `quota_reached`
   */
  async remindOfMessage(userId: string, messageId: string, at: string): Promise<void> {
    const remindAt = requireReminderTime(at);
    const { channelId } = await this.access.requireMessageRead(userId, messageId);
    await this.access.requireChannelMember(userId, channelId);
    await this.changeLog(userId, async (manager) => {
      if (!(await this.repository.hasReminderOf(manager, userId, messageId))) {
        await this.quotas.requireCapacity(manager, 'reminders', userId);
      }
      return this.repository.remindOfMessage(manager, userId, messageId, remindAt);
    });
  }

  /** Brings a row back that was put away, as it was before. */
  async reopen(userId: string, row: string): Promise<NotificationState> {
    return this.changeLog(userId, async (manager) => this.repository.reopen(manager, userId, row));
  }

  /** @param change resolves to whether anything changed */
  private async changeLog(
    userId: string,
    change: (manager: EntityManager) => Promise<boolean>,
  ): Promise<NotificationState> {
    return this.publish(userId, await this.changes.runChange(userId, ({ manager }) => change(manager)));
  }

  private async publish(userId: string, isChanged: boolean): Promise<NotificationState> {
    const state = await this.state(userId);
    if (isChanged) this.live.publish('notifications:changed', ROOMS.user(userId), state);
    return state;
  }
}

/** @throws ProblemError `validation_failed` */
function requireReminderTime(at: string): Date {
  const remindAt = new Date(at);
  if (!isReminderTime(remindAt.getTime(), Date.now())) {
    throw invalidField('at', NOTIFICATION_MESSAGES.badReminder);
  }
  return remindAt;
}
