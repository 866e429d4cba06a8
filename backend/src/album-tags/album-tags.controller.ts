import { Body, Controller, Delete, Put } from '@nestjs/common';
import { type ChangedAnswer, changedSchema } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { RenameTagDto } from './album-tags.dto.js';
import { AlbumTagsService } from './album-tags.service.js';

const PathTag = (): ParameterDecorator =>
  PathText('name', 'The tag, with or without a leading # (%23 in a URL).', 'saturn');

@Controller('album/tags/:name')
export class AlbumTagsController {
  constructor(private readonly albumTags: AlbumTagsService) {}

  @Put()
  @Call({
    summary: "Renames a tag on all of the caller's pictures and boards",
    description: 'A picture or board that already has the new name keeps it once.',
    answer: changedSchema,
  })
  async rename(
    @CurrentSession() session: SessionContext,
    @PathTag() name: string,
    @Body() body: RenameTagDto,
  ): Promise<ChangedAnswer> {
    return { ok: true, changed: await this.albumTags.rename(session.userId, name, body.name) };
  }

  @Delete()
  @Call({ summary: "Removes a tag from all of the caller's pictures and boards", answer: changedSchema })
  async remove(@CurrentSession() session: SessionContext, @PathTag() name: string): Promise<ChangedAnswer> {
    return { ok: true, changed: await this.albumTags.remove(session.userId, name) };
  }
}
