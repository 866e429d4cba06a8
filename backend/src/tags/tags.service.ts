import { Injectable } from '@nestjs/common';
import { tagsOf, type TagView } from '@oniverse/contracts';
import { TagsRepository } from './tags.repository.js';
import { tagView } from './tags.view.js';

/** The tags that members use. */
@Injectable()
export class TagsService {
  constructor(private readonly repository: TagsRepository) {}

  /** Every tag that the member uses, in public or not, with what is public of it in the network and private of one's own. */
  async list(userId: string): Promise<TagView[]> {
    const ofProfile = tagsOf([], await this.repository.profileText(userId));
    return (await this.repository.usedBy(userId, ofProfile)).map(tagView);
  }
}
