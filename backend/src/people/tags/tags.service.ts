import { Injectable } from '@nestjs/common';
import { type TagView } from '@oniverse/contracts';
import { combineTags } from '@oniverse/markdown';
import { TagsRepository } from './tags.repository.js';

@Injectable()
export class TagsService {
  constructor(private readonly repository: TagsRepository) {}

  async list(userId: string): Promise<TagView[]> {
    const profileTags = combineTags([], await this.repository.profileText(userId));
    return this.repository.listUsedBy(userId, profileTags);
  }
}
