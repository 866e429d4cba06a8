import { Injectable } from '@nestjs/common';
import { MESSAGES, normaliseTag } from '@oniverse/contracts';
import { invalidField } from '@oniverse/platform';
import { type MemberChange, MemberChanges } from '../changes/member-changes.js';
import { AlbumTagsRepository, type RetaggedRow } from './album-tags.repository.js';

/** The tags of an album, changed on all of one's pictures and boards at once, hidden ones too. */
@Injectable()
export class AlbumTagsService {
  constructor(
    private readonly changes: MemberChanges,
    private readonly repository: AlbumTagsRepository,
  ) {}

  /**
   * @param name as the path has it
   * @param to normalised
   * @returns how many things were changed
   * @throws ProblemError `validation_failed` where the name is no tag
   */
  async rename(userId: string, name: string, to: string): Promise<number> {
    const from = readTag(name);
    if (from === to) return 0;
    return this.changes.run(userId, async (change) =>
      count(change, await this.repository.rename(change.manager, userId, from, to)),
    );
  }

  /**
   * @param name as the path has it
   * @returns how many things were changed
   * @throws ProblemError `validation_failed` where the name is no tag
   */
  async remove(userId: string, name: string): Promise<number> {
    const tag = readTag(name);
    return this.changes.run(userId, async (change) =>
      count(change, await this.repository.remove(change.manager, userId, tag)),
    );
  }
}

function readTag(name: string): string {
  const tag = normaliseTag(name);
  if (tag === undefined) throw invalidField('name', MESSAGES.badTag);
  return tag;
}

/** Keeps the counts of the tags right. @returns how many things were changed */
function count(change: MemberChange, rows: readonly RetaggedRow[]): number {
  for (const { before, after, is_public: isPublic } of rows) {
    change.retag({ tags: before, isPublic }, { tags: after, isPublic });
  }
  return rows.length;
}
