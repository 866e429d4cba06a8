import { Injectable } from '@nestjs/common';
import {
  type BodyOf,
  CATEGORY_MESSAGES,
  type CategoryView,
  type channelOrderBody,
  channelOrderOf,
  type ChannelView,
  type ServerAuditDetail,
  type ServerAuditKind,
} from '@oniverse/contracts';
import { invalidField, ProblemError } from '@oniverse/platform';
import type { EntityManager } from 'typeorm';
import { AccessService, Quotas, requireRow } from '../../shared/index.js';
import { renamed, ServerAuditService } from '../server-audit/server-audit.service.js';
import { ServerPublisher } from '../servers/server-publisher.js';
import { ServersService } from '../servers/servers.service.js';
import { type ChannelPlace, ChannelOrderRepository } from './channel-order.repository.js';
import { ChannelsService } from './channels.service.js';

/** What a change answers, and its entry in the audit log; without `entry`, nothing changed. */
interface Change<T> {
  answer: T;
  entry?: { kind: ServerAuditKind; detail: ServerAuditDetail };
}

/** Categories, and the order of channels. Each change publishes the server once. */
@Injectable()
export class ChannelOrderService {
  constructor(
    private readonly access: AccessService,
    private readonly quotas: Quotas,
    private readonly repository: ChannelOrderRepository,
    private readonly channels: ChannelsService,
    private readonly servers: ServersService,
    private readonly publisher: ServerPublisher,
    private readonly audit: ServerAuditService,
  ) {}

  /** @throws ProblemError `not_found`, `forbidden` */
  async listCategories(userId: string, serverId: string): Promise<CategoryView[]> {
    await this.access.requireServer(userId, serverId, 'manageChannels');
    return this.repository.listCategories(serverId);
  }

  /** @throws ProblemError `not_found`, `forbidden`, `quota_reached` */
  async createCategory(userId: string, serverId: string, name: string): Promise<CategoryView> {
    return this.change(userId, serverId, async (manager) => {
      await this.quotas.requireCapacity(manager, 'categoriesPerServer', serverId);
      const answer = await this.repository.insertCategory(manager, serverId, name);
      return { answer, entry: { kind: 'category_created', detail: { name } } };
    });
  }

  /** Publishes only if the name changes. @throws ProblemError `not_found`, `forbidden` */
  async renameCategory(userId: string, id: string, name: string): Promise<CategoryView> {
    return this.change(userId, await this.findServerId(id), async (manager) => {
      const current = requireRow(await this.repository.findCategory(id, manager));
      const answer = { id, name };
      if (current.name === name) return { answer };
      await this.repository.renameCategory(manager, id, name);
      return { answer, entry: { kind: 'category_changed', detail: renamed(current.name, name) } };
    });
  }

  /** @throws ProblemError `not_found`, `forbidden` */
  async deleteCategory(userId: string, id: string): Promise<void> {
    await this.change(userId, await this.findServerId(id), async (manager) => {
      const category = requireRow(await this.repository.findCategory(id, manager));
      await this.repository.deleteCategory(manager, category);
      return {
        answer: undefined,
        entry: { kind: 'category_deleted', detail: { name: category.name } },
      };
    });
  }

  /**
   * Stores the order of a server's channels and categories. Publishes only if it changes.
   * @throws ProblemError `not_found`, `forbidden`, `validation_failed`, `precondition_failed` if the order is not `before`
   */
  async reorder(
    userId: string,
    serverId: string,
    { before, after }: BodyOf<typeof channelOrderBody>,
  ): Promise<ChannelView[]> {
    if (!hasSameIds(before, after)) throw invalidField('after', CATEGORY_MESSAGES.otherOrder);
    return this.change(userId, serverId, async (manager) => {
      const listed = await this.channels.listWithin(manager, userId, serverId);
      const categories = await this.repository.listCategories(serverId, manager);
      if (!isSameOrder(channelOrderOf(listed, categories), before)) {
        throw new ProblemError('precondition_failed', CATEGORY_MESSAGES.orderChanged);
      }
      if (isSameOrder(before, after)) return { answer: listed };
      const isCategory = new Set(categories.map(({ id }) => id));
      const positions = after.map((id, position) => ({ id, position }));
      await this.repository.storeOrder(
        manager,
        serverId,
        placesIn(after, isCategory),
        positions.filter(({ id }) => isCategory.has(id)),
      );
      const answer = await this.channels.listWithin(manager, userId, serverId);
      return { answer, entry: { kind: 'channels_ordered', detail: {} } };
    });
  }

  private async findServerId(categoryId: string): Promise<string> {
    return requireRow(await this.repository.findCategory(categoryId)).serverId;
  }

  private async change<T>(
    userId: string,
    serverId: string,
    work: (manager: EntityManager) => Promise<Change<T>>,
  ): Promise<T> {
    const { answer, server } = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'manageChannels');
      const { answer: changed, entry } = await work(manager);
      if (!entry) return { answer: changed };
      await this.audit.record(manager, { serverId, actorId: userId, ...entry });
      return { answer: changed, server: await this.servers.requireShared(manager, serverId) };
    });
    if (server) await this.publisher.publishChanged(server);
    return answer;
  }
}

const isSameOrder = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

const hasSameIds = (one: readonly string[], other: readonly string[]): boolean =>
  isSameOrder(one.toSorted(), other.toSorted());

/** Returns where the channels of an order are. */
function placesIn(order: readonly string[], isCategory: ReadonlySet<string>): ChannelPlace[] {
  let categoryId: string | null = null;
  return order.flatMap((id, position) => {
    if (!isCategory.has(id)) return [{ id, position, categoryId }];
    categoryId = id;
    return [];
  });
}
