import { Injectable } from '@nestjs/common';
import {
  acknowledgeOutbox,
  enqueueOutbox,
  formatRebuildPosition,
  OUTBOX_TOPICS,
  OutboxRow,
  parseRebuildPosition,
  type RebuildPosition,
  startOf,
} from '@oniverse/data';
import type { JobHandler } from '@oniverse/platform/worker';
import { DataSource, type EntityManager } from 'typeorm';
import { MarkHubTags } from '../tags/mark-hub-tags.js';
import { ConstellationService } from './constellation.service.js';

const PAGE_SIZE = 100;

/**
 * Rebuilds the constellation: the tags of all members, then the hub tags, then all links. Each job runs one page and
 * replaces the outbox row, which is the position of the rebuild, so a killed worker repeats at most one page.
 */
@Injectable()
export class RebuildConstellation implements JobHandler {
  readonly name = OUTBOX_TOPICS.rebuildConstellation;
  readonly isBulk = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly constellation: ConstellationService,
    private readonly hubTags: MarkHubTags,
  ) {}

  async run(subject: string): Promise<void> {
    const isPending = await this.dataSource.getRepository(OutboxRow).existsBy({ topic: this.name, subject });
    if (!isPending) return;
    const position = parseRebuildPosition(subject);
    if (position.phase === 'hubs') {
      // The links phase recomputes the members of the toggled tags.
      await this.moveOn(subject, startOf('links'), (manager) => this.hubTags.toggleHubs(manager));
      return;
    }
    const page = await this.listMembersAfter(position.after);
    await inPairs(page, (userId) => this.rebuildMember(userId, position));
    const last = page[PAGE_SIZE - 1];
    if (last !== undefined) await this.moveOn(subject, { ...position, after: last });
    else await this.moveOn(subject, position.phase === 'tags' ? startOf('hubs') : undefined);
  }

  private async rebuildMember(userId: string, { phase }: RebuildPosition): Promise<void> {
    if (phase === 'tags') await this.constellation.storeTags(userId);
    else await this.constellation.recomputeLinks(userId, () => Promise.resolve(true));
  }

  /** Replaces the outbox row, unless another worker already did. @param next undefined at the end */
  private async moveOn(
    subject: string,
    next: RebuildPosition | undefined,
    run?: (manager: EntityManager) => Promise<unknown>,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      if (!(await acknowledgeOutbox(manager, this.name, subject))) return;
      await run?.(manager);
      if (next) await enqueueOutbox(manager, [{ topic: this.name, subject: formatRebuildPosition(next) }]);
    });
  }

  /** Lists a page of members, including erased ones that still have a node. */
  private async listMembersAfter(after: string): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      `(SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2)
        UNION (SELECT user_id FROM constellation_nodes WHERE user_id > $1 ORDER BY user_id LIMIT $2)
        ORDER BY id LIMIT $2`,
      [after, PAGE_SIZE],
    );
    return rows.map(({ id }) => id);
  }
}

/** Runs a function for all values, two at a time. */
async function inPairs(values: readonly string[], run: (value: string) => Promise<void>): Promise<void> {
  const remaining = values.values();
  const runRemaining = async (): Promise<void> => {
    for (const value of remaining) await run(value);
  };
  await Promise.all([runRemaining(), runRemaining()]);
}
