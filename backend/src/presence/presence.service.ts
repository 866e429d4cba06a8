import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LIVE_PACE, ROOMS } from '@oniverse/contracts';
import { isOutage, LivePublisher, LOGGER, type Logger, REDIS, unavailable } from '@oniverse/platform';
import type { Redis } from 'ioredis';
import { AccessService } from '../access/access.service.js';
import { PresenceRegistry } from './presence-registry.js';
import { PresenceRepository } from './presence.repository.js';

/** A member with sockets on this backend. */
interface Here {
  sockets: number;
  /** When the member is given up, where the last socket has closed; a reload is back before. */
  leaveAt: number | undefined;
}

/**
 * Who is online. This backend registers its members in Redis, watches the leases of the others, and tells the members
 * of each dimension who came and who went, at most once a second.
 */
@Injectable()
export class PresenceService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly backend = randomUUID();
  private readonly here = new Map<string, Here>();
  /** Members whose presence changed, for the next announcement. */
  private readonly changed = new Set<string>();
  /** Members who came and are not registered yet. */
  private readonly arriving = new Set<string>();
  private registering: Promise<void> | undefined;
  private timers: NodeJS.Timeout[] = [];
  private ended = false;

  constructor(
    private readonly access: AccessService,
    private readonly registry: PresenceRegistry,
    private readonly repository: PresenceRepository,
    private readonly live: LivePublisher,
    @Inject(REDIS.commands) redis: Redis,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    // A Redis that was away may have forgotten who is here.
    redis.on('ready', () => this.again());
  }

  onApplicationBootstrap(): void {
    this.every(LIVE_PACE.presenceRenewMs, () => this.renew());
    this.every(LIVE_PACE.presencePushMs, () => this.settle());
    void this.attempt(() => this.renew());
  }

  /** Registers nobody any more. The lease is left to run out: members who move to another backend do not blink. */
  onApplicationShutdown(): void {
    this.ended = true;
    for (const timer of this.timers) clearInterval(timer);
  }

  /** A member's socket opened here. */
  came(userId: string): void {
    const member = this.here.get(userId) ?? { sockets: 0, leaveAt: undefined };
    const isKnown = member.sockets > 0 || member.leaveAt !== undefined;
    this.here.set(userId, { sockets: member.sockets + 1, leaveAt: undefined });
    if (!isKnown) this.arriving.add(userId);
  }

  /** A member's socket closed here. */
  went(userId: string): void {
    const member = this.here.get(userId);
    if (!member) return;
    member.sockets -= 1;
    if (member.sockets === 0) member.leaveAt = Date.now() + LIVE_PACE.presenceGraceMs;
  }

  /**
   * The members of a dimension who are online.
   * @throws ProblemError `not_found`, `unavailable` while Redis is down
   */
  async online(userId: string, serverId: string): Promise<string[]> {
    await this.access.requireServerRead(userId, serverId);
    try {
      await this.register();
      const everyone = await this.registry.everyone();
      return await this.repository.membersAmong(serverId, [...everyone]);
    } catch (error) {
      throw isOutage(error) ? unavailable() : error;
    }
  }

  /** Those of a few members who are online; while Redis is down nobody is known to be. */
  async onlineAmong(userIds: readonly string[]): Promise<ReadonlySet<string>> {
    try {
      await this.register();
      return await this.registry.among(userIds);
    } catch (error) {
      if (!isOutage(error)) throw error;
      return new Set();
    }
  }

  private again(): void {
    for (const userId of this.here.keys()) this.arriving.add(userId);
  }

  private async renew(): Promise<void> {
    const { listed, dead } = await this.registry.renew(this.backend);
    // Redis came back with an older state, or somebody took this backend for dead.
    if (listed < this.here.size - this.arriving.size) this.again();
    for (const backend of dead) {
      for (const userId of await this.registry.bury(backend)) this.changed.add(userId);
    }
  }

  private async settle(): Promise<void> {
    await this.register();
    const now = Date.now();
    const leaving = [...this.here].flatMap(([userId, { leaveAt }]) =>
      leaveAt !== undefined && leaveAt <= now ? [userId] : [],
    );
    if (leaving.length > 0) {
      const gone = await this.registry.depart(this.backend, leaving);
      // Who came back meanwhile is registered anew.
      for (const userId of leaving) {
        if (this.here.get(userId)?.leaveAt === undefined) this.arriving.add(userId);
        else this.here.delete(userId);
      }
      for (const userId of gone) this.changed.add(userId);
    }
    await this.announce();
  }

  /** Registers who came; who asks meanwhile waits for the same. */
  private async register(): Promise<void> {
    while (this.arriving.size > 0) {
      this.registering ??= this.registerArriving();
      await this.registering;
    }
  }

  private async registerArriving(): Promise<void> {
    const userIds = [...this.arriving];
    this.arriving.clear();
    try {
      for (const userId of await this.registry.arrive(this.backend, userIds)) this.changed.add(userId);
    } catch (error) {
      for (const userId of userIds) if (this.here.has(userId)) this.arriving.add(userId);
      throw error;
    } finally {
      this.registering = undefined;
    }
  }

  /** Tells what is true now, whatever led to it: news of two backends may cross. */
  private async announce(): Promise<void> {
    if (this.changed.size === 0) return;
    const userIds = [...this.changed];
    this.changed.clear();
    try {
      const everyone = await this.registry.everyone();
      for (const [serverId, members] of await this.repository.serversOf(userIds)) {
        this.live.publish('presence', ROOMS.server(serverId), {
          serverId,
          online: members.filter((userId) => everyone.has(userId)),
          offline: members.filter((userId) => !everyone.has(userId)),
        });
      }
    } catch (error) {
      for (const userId of userIds) this.changed.add(userId);
      throw error;
    }
  }

  private every(ms: number, run: () => Promise<void>): void {
    let running = false;
    this.timers.push(
      setInterval(() => {
        if (running) return;
        running = true;
        void this.attempt(run).finally(() => {
          running = false;
        });
      }, ms),
    );
  }

  private async attempt(run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      // What could not be done is tried again by the clock.
      if (!this.ended && !isOutage(error)) this.logger.error({ err: error }, 'Presence could not be kept');
    }
  }
}
