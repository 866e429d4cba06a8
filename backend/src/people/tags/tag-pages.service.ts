import { Injectable } from '@nestjs/common';
import {
  normaliseTag,
  type PostView,
  TAG_PAGE,
  type TagMemberView,
  type TagPageView,
  type AuthoredImageView,
} from '@oniverse/contracts';
import { LEAST_ID } from '@oniverse/data';
import { notFound } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { ImagesService } from '../../album/index.js';
import { PostsService } from '../../writing/index.js';
import { ServersService } from '../../talk/index.js';
import { type TagFacts, TagPagesRepository } from './tag-pages.repository.js';
import { emptyTagPage, tagMemberView } from './tag-pages.view.js';

/** @throws ProblemError `not_found` if the text cannot be a tag */
function requireTag(text: string): string {
  const tag = normaliseTag(text);
  if (tag === undefined) throw notFound();
  return tag;
}

/**
 * Stands for a tag without a row. The same statements run for it as for a tag that only private content has, so that the
 * time of an answer does not tell them apart.
 */
const NO_TAG: TagFacts = { id: LEAST_ID, is_hub: false, own_name: null };

@Injectable()
export class TagPagesService {
  constructor(
    private readonly repository: TagPagesRepository,
    private readonly posts: PostsService,
    private readonly images: ImagesService,
    private readonly servers: ServersService,
  ) {}

  /** @param readerId null for a visitor. @throws ProblemError `not_found` for an invalid tag */
  async show(readerId: string | null, text: string): Promise<TagPageView> {
    const tag = requireTag(text);
    const facts = (await this.repository.find(readerId, tag)) ?? NO_TAG;
    const [pictures, together] = await Promise.all([
      this.images.listTagged(readerId, tag, { limit: TAG_PAGE.pictures }),
      this.posts.listTagsTogether(readerId, tag, TAG_PAGE.together),
    ]);
    const page = { ...emptyTagPage(tag), pictures: [...pictures.items], together };
    if (readerId === null) return { ...page, ...(await this.showToVisitor(facts, tag)) };
    const dimensions = await this.servers.listTagged(readerId, tag, TAG_PAGE.dimensions);
    return { ...page, dimensions, ...(await this.showToMember(readerId, facts, tag)) };
  }

  /** Returns the tag whose page an old address means, if it is another one. */
  async findContinued(tag: string): Promise<string | undefined> {
    return this.repository.findContinued(tag);
  }

  /** @throws ProblemError `not_found` for an invalid tag */
  async listMembers(readerId: string, text: string, page: PageQueryDto): Promise<Page<TagMemberView>> {
    const tag = requireTag(text);
    const { id } = (await this.repository.find(readerId, tag)) ?? NO_TAG;
    const { cursor, limit } = page;
    const rows = await this.repository.listMembers(readerId, id, { cursor, limit: limit + 1 });
    const found = Page.of(rows, limit, (row) => row);
    return found.withItems((await this.repository.dropHidden(found.items, tag)).map(tagMemberView));
  }

  /** @throws ProblemError `not_found` for an invalid tag */
  async listPosts(readerId: string | null, text: string, page: PageQueryDto): Promise<Page<PostView>> {
    return this.posts.listTagged(readerId, requireTag(text), page);
  }

  /** @throws ProblemError `not_found` for an invalid tag */
  async listPictures(readerId: string, text: string, page: PageQueryDto): Promise<Page<AuthoredImageView>> {
    return this.images.listTagged(readerId, requireTag(text), page);
  }

  /** Visitors see no links and no counts, because both would reveal members who did not opt in. */
  private async showToVisitor(
    { id }: TagFacts,
    tag: string,
  ): Promise<Pick<TagPageView, 'members' | 'cluster'>> {
    const found = await this.repository.listMembersForVisitors(id, TAG_PAGE.nodes);
    const members = (await this.repository.dropHidden(found, tag)).map(tagMemberView);
    return {
      members: members.slice(0, TAG_PAGE.members),
      cluster: {
        nodes: members.map(({ id: userId, username }) => ({ id: userId, username, isCurrentUser: false })),
        links: [],
      },
    };
  }

  private async showToMember(
    readerId: string,
    { id, is_hub: isHub, own_name: ownName }: TagFacts,
    tag: string,
  ): Promise<Omit<TagPageView, 'name' | 'pictures' | 'dimensions' | 'together'>> {
    const [allLinked, allNewest, count] = await Promise.all([
      this.repository.listLinked(readerId, id, TAG_PAGE.nodes),
      this.repository.listMembers(readerId, id, { limit: 2 * TAG_PAGE.nodes }),
      this.repository.countMembers(readerId, id, TAG_PAGE.countedMembers + 1),
    ]);
    const linked = await this.repository.dropHidden(allLinked, tag);
    const newest = await this.repository.dropHidden(allNewest, tag);
    const isKnown = new Set([readerId, ...linked.map((row) => row.id)]);
    const members = [...linked, ...newest.filter((row) => !isKnown.has(row.id))].map(tagMemberView);
    return {
      memberCount: Math.min(count, TAG_PAGE.countedMembers),
      hasMoreMembers: count > TAG_PAGE.countedMembers,
      isCarried: ownName !== null,
      isHub,
      sharedWith: linked.slice(0, TAG_PAGE.members).map(({ username }) => username),
      members: members.slice(0, TAG_PAGE.members),
      cluster: await this.clusterOf(readerId, ownName, members),
    };
  }

  private async clusterOf(
    readerId: string,
    ownName: string | null,
    others: readonly TagMemberView[],
  ): Promise<TagPageView['cluster']> {
    const nodes = [
      ...(ownName === null ? [] : [{ id: readerId, username: ownName, isCurrentUser: true }]),
      ...others.map(({ id, username }) => ({ id, username, isCurrentUser: false })),
    ].slice(0, TAG_PAGE.nodes);
    const places = new Map(nodes.map(({ id }, place) => [id, place]));
    const links = await this.repository.listLinksAmong([...places.keys()]);
    return {
      nodes,
      links: links.map((link) => [places.get(link.from_user_id) ?? 0, places.get(link.to_user_id) ?? 0]),
    };
  }
}
