import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ROOMS } from '@oniverse/contracts';
import {
  isOutage,
  LivePublisher,
  LOGGER,
  type Logger,
  REDIS,
  type RedisConnection,
  unavailable,
} from '@oniverse/platform';
import { AccessService, type Concealment } from '../../shared/index.js';
import { PresenceRegistry, PRESENCE_PACE } from './presence-registry.js';
import { PresenceRepository } from './presence.repository.js';

/** A member with open sockets on this backend, or with sockets closed within the grace period. */
interface LocalMember {
  sockets: number;
  /** The end of the grace period after the last socket closed. A page reload reconnects before it. */
  graceEndsAt: number | undefined;
}

/**
 * Tracks which members are online. Each backend registers its members in Redis and checks the leases of the others. One
 * backend at a time publishes changes to the members of each server, at most once a second.
 */
@Injectable()
export class PresenceService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly backend = randomUUID();
  private readonly localMembers = new Map<string, LocalMember>();
  private announcementTimer: NodeJS.Timeout | undefined;
  /** Local members who are not registered in Redis yet. */
  private readonly unregistered = new Set<string>();
  private registration: Promise<void> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private isStopped = false;

  constructor(
    private readonly access: AccessService,
    private readonly registry: PresenceRegistry,
    private readonly repository: PresenceRepository,
    private readonly live: LivePublisher,
    @Inject(REDIS.commands) redis: RedisConnection,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // A restarted Redis may have lost the registrations.
    redis.on('ready', () => this.scheduleReregistration());
  }

  onApplicationBootstrap(): void {
    this.runEvery(PRESENCE_PACE.renewMs, () => this.renewLease());
    this.runEvery(PRESENCE_PACE.pushMs, () => this.updateRegistrations());
    void this.runSafely(() => this.renewLease());
  }

  /** Stops all timers. The lease expires later, so that members who reconnect to another backend stay online. */
  onApplicationShutdown(): void {
    this.isStopped = true;
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.announcementTimer);
  }

  addSocket(userId: string): void {
    const member = this.localMembers.get(userId) ?? { sockets: 0, graceEndsAt: undefined };
    const isKnown = member.sockets > 0 || member.graceEndsAt !== undefined;
    this.localMembers.set(userId, { sockets: member.sockets + 1, graceEndsAt: undefined });
    if (!isKnown) this.unregistered.add(userId);
  }

  removeSocket(userId: string): void {
    const member = this.localMembers.get(userId);
    if (!member) return;
    member.sockets -= 1;
    if (member.sockets === 0) member.graceEndsAt = Date.now() + PRESENCE_PACE.graceMs;
  }

  /** @throws ProblemError `not_found`, `unavailable` while Redis is down */
  async listOnline(userId: string, serverId: string): Promise<string[]> {
    await this.access.requireServer(userId, serverId, 'readServer');
    try {
      await this.register();
      const seen = await this.repository.listSeen(userId, serverId);
      return [...(await this.registry.filterOnline(seen))];
    } catch (error) {
      throw isOutage(error) ? unavailable() : error;
    }
  }

  /** Returns all online members, also those hidden from some readers; none while Redis is down. */
  async listAllOnline(): Promise<string[]> {
    try {
      await this.register();
      return [...(await this.registry.listOnline())];
    } catch (error) {
      if (!isOutage(error)) throw error;
      return [];
    }
  }

  /** Returns the online members among the given ones; none while Redis is down. */
  async filterOnline(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    try {
      await this.register();
      return await this.registry.filterOnline(userIds);
    } catch (error) {
      if (!isOutage(error)) throw error;
      return new Set();
    }
  }

  private scheduleReregistration(): void {
    for (const userId of this.localMembers.keys()) this.unregistered.add(userId);
  }

  private async renewLease(): Promise<void> {
    const { listedCount, expired } = await this.registry.renewLease(this.backend);
    // Redis lost registrations, or another backend removed this one after its lease expired.
    if (listedCount < this.localMembers.size - this.unregistered.size) this.scheduleReregistration();
    for (const backend of expired) await this.registry.removeExpiredBackend(backend);
    // Includes changes of a backend that stopped before announcing them.
    this.scheduleAnnouncement(0);
  }

  private async updateRegistrations(): Promise<void> {
    await this.register();
    const now = Date.now();
    const leaving = [...this.localMembers].flatMap(([userId, { graceEndsAt }]) =>
      graceEndsAt !== undefined && graceEndsAt <= now ? [userId] : [],
    );
    if (leaving.length > 0) {
      await this.registry.removeMembers(this.backend, leaving);
      // A member who reconnected during the call must be registered again.
      for (const userId of leaving) {
        if (this.localMembers.get(userId)?.graceEndsAt === undefined) this.unregistered.add(userId);
        else this.localMembers.delete(userId);
      }
      this.scheduleAnnouncement(0);
    }
  }

  /** Registers pending members. Concurrent calls share a request to Redis. */
  private async register(): Promise<void> {
    while (this.unregistered.size > 0) {
      this.registration ??= this.registerPending();
      await this.registration;
    }
  }

  private async registerPending(): Promise<void> {
    const userIds = [...this.unregistered];
    this.unregistered.clear();
    try {
      await this.registry.addMembers(this.backend, userIds);
      this.scheduleAnnouncement(0);
    } catch (error) {
      for (const userId of userIds) if (this.localMembers.has(userId)) this.unregistered.add(userId);
      throw error;
    } finally {
      this.registration = undefined;
    }
  }

  private scheduleAnnouncement(delayMs: number): void {
    if (this.isStopped) return;
    this.announcementTimer ??= setTimeout(() => {
      this.announcementTimer = undefined;
      void this.runSafely(() => this.announce());
    }, delayMs);
  }

  /** Publishes the current presence of changed members. A failed announcement is repeated after the next renewal. */
  private async announce(): Promise<void> {
    const { waitMs, changed } = await this.registry.beginAnnouncement();
    // Another backend's announcement usually ends before its claim expires.
    if (waitMs > 0) this.scheduleAnnouncement(Math.min(waitMs, PRESENCE_PACE.pushMs));
    if (changed.length === 0) return;
    const online = await this.registry.listOnline();
    const concealments = await this.access.listConcealments(changed);
    for (const [serverId, members] of await this.repository.membersByServer(changed)) {
      for (const { userIds, except } of audiencesOf(members, serverId, concealments)) {
        this.live.publish(
          'presence',
          ROOMS.server(serverId),
          {
            serverId,
            online: userIds.filter((userId) => online.has(userId)),
            offline: userIds.filter((userId) => !online.has(userId)),
          },
          except.map(ROOMS.user),
        );
      }
    }
    await this.registry.endAnnouncement();
  }

  private runEvery(intervalMs: number, task: () => Promise<void>): void {
    let isRunning = false;
    this.timers.push(
      setInterval(() => {
        if (isRunning) return;
        isRunning = true;
        void this.runSafely(task).finally(() => {
          isRunning = false;
        });
      }, intervalMs),
    );
  }

  private async runSafely(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      // The timers retry.
      if (!this.isStopped && !isOutage(error)) this.logger.error({ err: error }, 'Could not update presence');
    }
  }
}

/** Groups the members of a server by who may not see them: most have no such members and share one group. */
function audiencesOf(
  members: readonly string[],
  serverId: string,
  concealments: readonly Concealment[],
): { userIds: readonly string[]; except: readonly string[] }[] {
  const inServer = concealments.filter((concealment) => concealment.serverId === serverId);
  const concealed = new Set(inServer.map(({ userId }) => userId));
  const others = members.filter((userId) => !concealed.has(userId));
  return [
    ...(others.length > 0 ? [{ userIds: others, except: [] }] : []),
    ...[...concealed].map((userId) => ({
      userIds: [userId],
      except: inServer.flatMap((concealment) => (concealment.userId === userId ? [concealment.fromId] : [])),
    })),
  ];
}
