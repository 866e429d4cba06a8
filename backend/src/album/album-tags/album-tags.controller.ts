import { Controller } from '@nestjs/common';
import { type ChangedAnswer, type InputOf, removeAlbumTag, renameAlbumTag } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { AlbumTagsService } from './album-tags.service.js';

@Controller()
export class AlbumTagsController {
  constructor(private readonly albumTags: AlbumTagsService) {}

  @Handles(renameAlbumTag)
  async rename(
    @CurrentSession() session: SessionContext,
    @Input() { name, body }: InputOf<typeof renameAlbumTag>,
  ): Promise<ChangedAnswer> {
    return { ok: true, changed: await this.albumTags.rename(session.userId, name, body.name) };
  }

  @Handles(removeAlbumTag)
  async remove(
    @CurrentSession() session: SessionContext,
    @Input() { name }: InputOf<typeof removeAlbumTag>,
  ): Promise<ChangedAnswer> {
    return { ok: true, changed: await this.albumTags.remove(session.userId, name) };
  }
}
