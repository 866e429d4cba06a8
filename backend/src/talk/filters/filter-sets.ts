import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type FilterSet, isUuid } from '@oniverse/contracts';
import { isOutage, LOGGER, type Logger } from '@oniverse/platform';
import { LIVE_PACE, LiveService } from '@oniverse/platform/backend';
import { LRUCache } from 'lru-cache';
import { FilterMatcher } from './filter-matcher.js';
import { type FilteredPlace, FiltersRepository } from './filters.repository.js';

const CHANGED_TOPIC = 'filters:changed';
/** A set that was changed in a transaction may become visible later than its time. No statement runs for as long. */
const MAX_COMMIT_MS = 60_000;
/** What a compiled set takes in the cache, where a server without filters takes 1. */
const COMPILED_SIZE = 400;
const MAX_SIZE = 40_000;
const MAX_CHANNELS = 20_000;

/** The filters of a server, ready to compare. */
export interface ReadyFilters extends Pick<FilterSet, 'revision' | 'maxMentions'> {
  /** Null without filters. */
  matcher: FilterMatcher | null;
}

const NO_FILTERS: ReadyFilters = { revision: 0, maxMentions: null, matcher: null };

/**
 * Keeps the filters of servers compiled, so that a message costs no query. Other backends hint at changes, and a comparison
 * with the database every few seconds covers lost hints and Redis outages.
 */
@Injectable()
export class FilterSets implements OnModuleInit, OnApplicationShutdown {
  private readonly sets = new LRUCache<string, Promise<ReadyFilters>>({ maxSize: MAX_SIZE });
  /** A channel's server never changes. */
  private readonly places = new LRUCache<string, FilteredPlace>({ max: MAX_CHANNELS });
  private timer: NodeJS.Timeout | undefined;
  private comparedAt = performance.now();

  constructor(
    private readonly repository: FiltersRepository,
    private readonly live: LiveService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.live.onHint(CHANGED_TOPIC, (serverId) => {
      if (isUuid(serverId)) this.refresh(serverId);
    });
    this.timer = setInterval(() => void this.compareRevisions(), LIVE_PACE.headCheckMs);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Replaces what all backends know of a server's filters. Call it after the commit. */
  publishChanged(serverId: string): void {
    this.live.publishHint(CHANGED_TOPIC, serverId);
    this.refresh(serverId);
  }

  /** Loads the filters of a channel that a member opened, before the first message. */
  prepare(channelId: string, serverId: string | null): void {
    this.places.set(channelId, { serverId });
    this.get(serverId).catch(() => undefined);
  }

  /** @param serverId null for a conversation, which has none */
  async get(serverId: string | null): Promise<ReadyFilters> {
    if (serverId === null) return NO_FILTERS;
    return this.sets.get(serverId) ?? this.load(serverId);
  }

  /** Returns the server of a channel; undefined if the channel does not exist. */
  async findPlace(channelId: string): Promise<FilteredPlace | undefined> {
    const known = this.places.get(channelId);
    if (known !== undefined) return known;
    const place = await this.repository.findPlace(channelId);
    if (place) this.places.set(channelId, place);
    return place;
  }

  private refresh(serverId: string): void {
    if (this.sets.has(serverId)) this.load(serverId).catch(() => undefined);
  }

  private async load(serverId: string): Promise<ReadyFilters> {
    const loading = this.read(serverId);
    this.sets.set(serverId, loading, { size: 1 });
    try {
      const ready = await loading;
      const isCurrent = this.sets.peek(serverId) === loading;
      if (isCurrent && ready.matcher) this.sets.set(serverId, loading, { size: COMPILED_SIZE });
      return ready;
    } catch (error) {
      if (this.sets.peek(serverId) === loading) this.sets.delete(serverId);
      throw error;
    }
  }

  private async read(serverId: string): Promise<ReadyFilters> {
    const { revision, maxMentions, filters } = await this.repository.find(serverId);
    const matcher = filters.length === 0 ? null : new FilterMatcher(filters);
    matcher?.warm();
    return { revision, maxMentions, matcher };
  }

  private async compareRevisions(): Promise<void> {
    if (this.sets.size === 0) return;
    const startedAt = performance.now();
    try {
      const changed = await this.repository.listChanged(startedAt - this.comparedAt + MAX_COMMIT_MS);
      this.comparedAt = startedAt;
      for (const [serverId, revision] of changed) {
        const known = await this.sets.peek(serverId);
        if (known && known.revision !== revision) this.refresh(serverId);
      }
    } catch (error) {
      if (!isOutage(error)) this.logger.error({ err: error }, 'Could not compare the revisions of filters');
    }
  }
}
