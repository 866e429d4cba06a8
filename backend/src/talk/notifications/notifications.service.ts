import { Injectable } from '@nestjs/common';
import {
  NOTIFICATION_MESSAGES,
  type NotificationsReadBody,
  type NotificationState,
  type NotificationView,
  ROOMS,
} from '@oniverse/contracts';
import { invalidField, LivePublisher } from '@oniverse/platform';
import { Page } from '@oniverse/platform/backend';
import type { EntityManager } from 'typeorm';
import { type NotificationsPage, NotificationsRepository } from './notifications.repository.js';
import { notificationView } from './notifications.view.js';

/** Each method is about the caller's own night log. The worker adds its entries. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly repository: NotificationsRepository,
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
    const state = await this.state(userId);
    if (isChanged) this.live.publish('notifications:changed', ROOMS.user(userId), state);
    return state;
  }
}
