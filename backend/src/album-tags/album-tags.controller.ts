import { Body, Controller, Delete, Put } from '@nestjs/common';
import { type ChangedAnswer, changedSchema } from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { RenameTagDto } from './album-tags.dto.js';
import { AlbumTagsService } from './album-tags.service.js';

/** A tag in the path. */
const PathTag = (): ParameterDecorator =>
  PathText('name', 'The tag, with or without a leading # (which is %23 in an address).', 'saturn');

@Controller('album/tags/:name')
export class AlbumTagsController {
  constructor(private readonly albumTags: AlbumTagsService) {}

  @Put()
  @Call({
    summary: "Renames a tag on all of one's pictures and boards",
    description: 'What has the new name already has it once.',
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
  @Call({ summary: "Takes a tag off all of one's pictures and boards", answer: changedSchema })
  async remove(@CurrentSession() session: SessionContext, @PathTag() name: string): Promise<ChangedAnswer> {
    return { ok: true, changed: await this.albumTags.remove(session.userId, name) };
  }
}
