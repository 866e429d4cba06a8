import { Injectable } from '@nestjs/common';
import { type IndexedTag, TAG_INDEX, type TagIndex } from '@oniverse/contracts';
import { Page } from '@oniverse/platform/backend';
import { type TaggedPostRow, TagIndexRepository, type TagNamesPage } from './tag-index.repository.js';

/** Ways into the tags that members show. */
@Injectable()
export class TagIndexService {
  constructor(private readonly repository: TagIndexRepository) {}

  async show(readerId: string): Promise<TagIndex> {
    const [posts, near, fresh] = await Promise.all([
      this.repository.listTaggedPosts(readerId),
      this.repository.listNear(readerId, TAG_INDEX.near),
      this.repository.listNew(TAG_INDEX.freshDays, TAG_INDEX.fresh),
    ]);
    return { ...momentOf(posts), near, fresh };
  }

  /** Returns the shown tags by name. */
  async listNames(page: TagNamesPage): Promise<Page<IndexedTag>> {
    return Page.of(await this.repository.listNames(page), page.limit, ({ id, name }) => ({ id, name }));
  }
}

/** Returns the tags of most authors, and which of them stand together in a post. */
export function momentOf(posts: readonly TaggedPostRow[]): Pick<TagIndex, 'moment' | 'links'> {
  const authors = new Map<string, Set<string>>();
  for (const { user_id: author, tags } of posts) {
    for (const tag of tags) authors.set(tag, (authors.get(tag) ?? new Set()).add(author));
  }
  // The order of the first uses stays among equals, so newer tags come first.
  const moment = [...authors]
    .toSorted(([, one], [, other]) => other.size - one.size)
    .slice(0, TAG_INDEX.moment)
    .map(([tag]) => tag);
  const pairs = new Set(
    posts.flatMap(({ tags }) => {
      const places = tags.map((tag) => moment.indexOf(tag)).filter((place) => place !== -1);
      return places.flatMap((from) => places.filter((to) => from < to).map((to) => `${from} ${to}`));
    }),
  );
  return { moment, links: [...pairs].map((pair) => pair.split(' ').map(Number)) };
}
