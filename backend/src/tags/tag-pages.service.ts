import { Injectable } from '@nestjs/common';
import {
  normaliseTag,
  type PostView,
  TAG_PAGE,
  type TagMemberView,
  type TagPageView,
  type AuthoredImageView,
} from '@oniverse/contracts';
import { notFound } from '@oniverse/platform';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { ImagesService } from '../images/images.service.js';
import { PostsService } from '../posts/posts.service.js';
import { ServersService } from '../servers/servers.service.js';
import { type TagFacts, TagPagesRepository } from './tag-pages.repository.js';
import { emptyTagPage, tagMemberView } from './tag-pages.view.js';

/** @throws ProblemError `not_found` if the text cannot be a tag */
function requireTag(text: string): string {
  const tag = normaliseTag(text);
  if (tag === undefined) throw notFound();
  return tag;
}

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
    const facts = await this.repository.find(readerId, tag);
    const [pictures, together] = await Promise.all([
      this.images.listTagged(readerId, tag, { limit: TAG_PAGE.pictures }),
      this.posts.listTagsTogether(readerId, tag, TAG_PAGE.together),
    ]);
    const page = { ...emptyTagPage(tag), pictures: [...pictures.items], together };
    if (readerId === null) return { ...page, ...(facts && (await this.showToVisitor(facts))) };
    const dimensions = await this.servers.listTagged(readerId, tag, TAG_PAGE.dimensions);
    return { ...page, memberCount: 0, dimensions, ...(facts && (await this.showToMember(readerId, facts))) };
  }

  /** @throws ProblemError `not_found` for an invalid tag */
  async listMembers(readerId: string, text: string, page: PageQueryDto): Promise<Page<TagMemberView>> {
    const facts = await this.repository.find(readerId, requireTag(text));
    const { cursor, limit } = page;
    const rows = facts
      ? await this.repository.listMembers(readerId, facts.id, { cursor, limit: limit + 1 })
      : [];
    return Page.of(rows, page.limit, tagMemberView);
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
  private async showToVisitor({ id }: TagFacts): Promise<Pick<TagPageView, 'members' | 'cluster'>> {
    const members = (await this.repository.listMembersForVisitors(id, TAG_PAGE.nodes)).map(tagMemberView);
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
  ): Promise<Omit<TagPageView, 'name' | 'pictures' | 'dimensions' | 'together'>> {
    const [linked, newest, count] = await Promise.all([
      this.repository.listLinked(readerId, id, TAG_PAGE.nodes),
      this.repository.listMembers(readerId, id, { limit: 2 * TAG_PAGE.nodes }),
      this.repository.countMembers(readerId, id, TAG_PAGE.countedMembers + 1),
    ]);
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
