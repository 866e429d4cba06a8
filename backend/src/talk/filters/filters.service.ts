import { Injectable } from '@nestjs/common';
import { FILTER_MESSAGES, type FilterSet, type FilterSetBody } from '@oniverse/contracts';
import { invalidField, preconditionFailed, type RateLimit, RateLimits } from '@oniverse/platform';
import { AccessService } from '../../shared/index.js';
import { ServerAuditService } from '../server-audit/server-audit.service.js';
import { FilterBudget } from './filter-budget.js';
import { FilterSets } from './filter-sets.js';
import { FiltersRepository } from './filters.repository.js';

/** Each change is measured, and compiled by all backends. */
const FILTER_LIMIT: RateLimit = { name: 'filters', points: 10, seconds: 60 };

/** What staff of a server do with its filters. */
@Injectable()
export class FiltersService {
  constructor(
    private readonly access: AccessService,
    private readonly limits: RateLimits,
    private readonly repository: FiltersRepository,
    private readonly budget: FilterBudget,
    private readonly sets: FilterSets,
    private readonly audit: ServerAuditService,
  ) {}

  /** @throws ProblemError `not_found`, `forbidden` unless the caller is the owner or a moderator */
  async get(userId: string, serverId: string): Promise<FilterSet> {
    await this.access.requireServer(userId, serverId, 'manageFilters');
    return this.repository.find(serverId);
  }

  /**
   * Replaces the filters.
   * @throws ProblemError `not_found`; `forbidden` unless the caller is the owner or a moderator; `validation_failed` for filters
   * that are invalid or take too long; `precondition_failed` if they changed since the revision of the body
   */
  async set(userId: string, serverId: string, body: FilterSetBody): Promise<FilterSet> {
    await this.access.requireServer(userId, serverId, 'manageFilters');
    await this.limits.consume(FILTER_LIMIT, userId);
    const fault = await this.budget.findFault(body.filters);
    if (fault) throw invalidField('filters', FILTER_MESSAGES[fault.reason](fault));
    const changed = await this.repository.transaction(async (manager) => {
      await this.access.lockServer(manager, userId, serverId, 'manageFilters');
      const { revision } = await this.repository.find(serverId, manager);
      if (revision !== body.revision) throw preconditionFailed();
      await this.repository.save(manager, serverId, body);
      await this.audit.record(manager, { serverId, actorId: userId, kind: 'filters_changed' });
      return this.repository.find(serverId, manager);
    });
    this.sets.publishChanged(serverId);
    return changed;
  }
}
