import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import {
  type OkAnswer,
  okSchema,
  profileArchiveSchema,
  type ProfileArchiveView,
  schema,
} from '@oniverse/contracts';
import { Call, type Page, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import {
  CreateProfileArchiveDto,
  ProfileArchivesQueryDto,
  UpdateProfileArchiveDto,
} from './profile-archives.dto.js';
import { ProfileArchivesService } from './profile-archives.service.js';

@Controller('profile-archives')
export class ProfileArchivesController {
  constructor(private readonly archives: ProfileArchivesService) {}

  @Get()
  @Call({
    summary: "Lists the caller's profile archives",
    description: 'Includes hidden archives.',
    answer: schema.list(profileArchiveSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() query: ProfileArchivesQueryDto,
  ): Promise<Page<ProfileArchiveView>> {
    return this.archives.list(session.userId, query);
  }

  @Post()
  @Call({
    summary: "Archives a text or a snapshot of the caller's profile",
    description:
      'Without a text, the current profile text is archived. Hashtags in the text are added to the tags.',
    status: 201,
    answer: profileArchiveSchema,
    problems: ['not_found', 'quota_reached'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @Body() body: CreateProfileArchiveDto,
  ): Promise<ProfileArchiveView> {
    return this.archives.create(session.userId, body);
  }

  @Patch(':id')
  @Call({
    summary: 'Updates, hides or shows a profile archive',
    description: 'Omitted fields keep their values.',
    answer: profileArchiveSchema,
    problems: ['not_found'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @PathId('The archive.') id: string,
    @Body() body: UpdateProfileArchiveDto,
  ): Promise<ProfileArchiveView> {
    return this.archives.update(session.userId, id, body);
  }

  @Delete(':id')
  @Call({ summary: 'Deletes a profile archive', answer: okSchema, problems: ['not_found'] })
  async delete(
    @CurrentSession() session: SessionContext,
    @PathId('The archive.') id: string,
  ): Promise<OkAnswer> {
    await this.archives.delete(session.userId, id);
    return { ok: true };
  }
}
