import { Controller } from '@nestjs/common';
import { type ChangedAnswer, removeAlbumTag, renameAlbumTag } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { AlbumTagsService } from './album-tags.service.js';

@Controller()
export class AlbumTagsController {
  constructor(private readonly albumTags: AlbumTagsService) {}

  @Handles(renameAlbumTag)
  async rename({ session, name, body }: Received<typeof renameAlbumTag>): Promise<ChangedAnswer> {
    return { ok: true, changed: await this.albumTags.rename(session.userId, name, body.name) };
  }

  @Handles(removeAlbumTag)
  async remove({ session, name }: Received<typeof removeAlbumTag>): Promise<ChangedAnswer> {
    return { ok: true, changed: await this.albumTags.remove(session.userId, name) };
  }
}
