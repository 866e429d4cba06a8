import { Injectable } from '@nestjs/common';
import {
  LINK_DETAILS,
  type MemberCardView,
  type LinkDetailsView,
  type SharedTagView,
  type TagSources,
} from '@oniverse/contracts';
import { combineTags } from '@oniverse/markdown';
import { notFound } from '@oniverse/platform';
import { AccessService, authorView } from '../../shared/index.js';
import { PresenceService } from '../../talk/index.js';
import { firstSentence } from './first-sentence.js';
import {
  type LinkedMemberRow,
  LinkDetailsRepository,
  type SharedTagRow,
  type SourceRow,
} from './link-details.repository.js';

@Injectable()
export class LinkDetailsService {
  constructor(
    private readonly repository: LinkDetailsRepository,
    private readonly access: AccessService,
    private readonly presence: PresenceService,
  ) {}

  /** Returns the line between the reader and another member. @throws ProblemError `not_found`, also for the reader */
  async getLine(readerId: string, username: string): Promise<LinkDetailsView> {
    const member = await this.requireMember(readerId, username);
    if (member.id === readerId) throw notFound();
    const [tags, nextTags, dimensions] = await Promise.all([
      this.repository.listSharedTags(readerId, member.id, LINK_DETAILS.tags),
      member.strength === null ? this.repository.listNextTags(readerId, member.id, LINK_DETAILS.next) : [],
      this.repository.listSharedDimensions(readerId, member.id, LINK_DETAILS.dimensions),
    ]);
    const names = tags.map(({ name }) => name);
    const sources =
      names.length === 0
        ? []
        : await this.repository.listSources([readerId, member.id], names, LINK_DETAILS.named);
    return {
      strength: member.strength ?? 0,
      since: member.created_at?.toISOString() ?? null,
      tags: sharedTagViews(readerId, member, tags, sources),
      nextTags,
      dimensions: dimensions.map(({ id, name, is_public: isPublic }) => ({ id, name, isPublic })),
    };
  }

  /** @throws ProblemError `not_found` */
  async getCard(readerId: string, username: string): Promise<MemberCardView> {
    const member = await this.requireMember(readerId, username);
    const [tags, online] = await Promise.all([
      this.repository.listSharedTags(readerId, member.id, LINK_DETAILS.cardTags),
      this.presence.filterOnline([member.id]),
    ]);
    return {
      id: member.id,
      ...authorView(member),
      isOnline: online.has(member.id),
      strength: member.strength ?? 0,
      sharedTags: tags.map(({ name }) => name),
      sentence: firstSentence(member.bio, member.profile_markdown),
    };
  }

  private async requireMember(readerId: string, username: string): Promise<LinkedMemberRow> {
    const memberId = await this.access.requireVisibleMember(readerId, username);
    const member = await this.repository.findMember(readerId, memberId);
    if (!member) throw notFound();
    return member;
  }
}

function sharedTagViews(
  readerId: string,
  member: LinkedMemberRow,
  tags: readonly SharedTagRow[],
  sources: readonly SourceRow[],
): SharedTagView[] {
  const own = new Set(combineTags([], member.own_markdown));
  const theirs = new Set(combineTags([], member.profile_markdown));
  return tags.map(({ name, is_hub: isHub }) => {
    const ofTag = sources.filter(({ tag }) => tag === name);
    return {
      name,
      isHub,
      yours: tagSources(
        own.has(name),
        ofTag.filter(({ user_id }) => user_id === readerId),
      ),
      theirs: tagSources(
        theirs.has(name),
        ofTag.filter(({ user_id }) => user_id === member.id),
      ),
    };
  });
}

/** Returns the newest items of a row. */
const namesOf = (row: SourceRow | undefined): { id: string; name: string }[] =>
  row?.ids.map((id, index) => ({ id, name: row.names[index] ?? '' })) ?? [];

function tagSources(isOnProfile: boolean, rows: readonly SourceRow[]): TagSources {
  const [post, picture, board] = (['post', 'image', 'board'] as const).map((wanted) =>
    rows.find(({ kind }) => kind === wanted),
  );
  return {
    isOnProfile,
    postCount: post?.uses ?? 0,
    posts: namesOf(post).map(({ id, name: title }) => ({ id, title })),
    pictureCount: picture?.uses ?? 0,
    pictureId: picture?.ids[0] ?? null,
    boards: namesOf(board),
  };
}
