import { Injectable } from '@nestjs/common';
import { FIELD_MESSAGES, normaliseTag } from '@oniverse/contracts';
import { invalidField } from '@oniverse/platform';
import { type MemberChange, MemberChanges } from '../../shared/index.js';
import { AlbumTagsRepository, type RetaggedRow } from './album-tags.repository.js';

/** Renames and removes tags on all pictures and boards of a member, hidden ones included. */
@Injectable()
export class AlbumTagsService {
  constructor(
    private readonly changes: MemberChanges,
    private readonly repository: AlbumTagsRepository,
  ) {}

  /**
   * Returns the number of changed pictures and boards. `name` is a raw path segment; `to` is normalised.
   * @throws ProblemError `validation_failed` if `name` is not a tag
   */
  async rename(userId: string, name: string, to: string): Promise<number> {
    const from = requireTag(name);
    if (from === to) return 0;
    return this.changes.runChange(userId, async (change) =>
      applyTagCounts(change, await this.repository.rename(change.manager, userId, from, to)),
    );
  }

  /** Returns the number of changed pictures and boards. @throws ProblemError as `rename` */
  async remove(userId: string, name: string): Promise<number> {
    const tag = requireTag(name);
    return this.changes.runChange(userId, async (change) =>
      applyTagCounts(change, await this.repository.remove(change.manager, userId, tag)),
    );
  }
}

function requireTag(name: string): string {
  const tag = normaliseTag(name);
  if (tag === undefined) throw invalidField('name', FIELD_MESSAGES.badTag);
  return tag;
}

/** Adjusts the tag counts. @returns the number of changed rows */
function applyTagCounts(change: MemberChange, rows: readonly RetaggedRow[]): number {
  for (const { before, after, is_public: isPublic } of rows) {
    change.retag({ tags: before, isPublic }, { tags: after, isPublic });
  }
  return rows.length;
}
