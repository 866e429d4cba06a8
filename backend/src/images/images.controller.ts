import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import {
  imageSchema,
  type ImageView,
  type NormalizedAnswer,
  normalizedSchema,
  type OkAnswer,
  okSchema,
  schema,
} from '@oniverse/contracts';
import { Call, type Page, PathId } from '@oniverse/platform/backend';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import {
  CreateImageDto,
  ImagesQueryDto,
  ImageVisibilityDto,
  NormalizeDto,
  UpdateImageDto,
} from './images.dto.js';
import { ImagesService } from './images.service.js';

@Controller('images')
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Get()
  @Call({
    summary: "One's own pictures",
    description: 'Hidden ones too; newest first where nothing else is asked for.',
    answer: schema.list(imageSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() query: ImagesQueryDto,
  ): Promise<Page<ImageView>> {
    return this.images.page(session.userId, query);
  }

  @Post()
  @Call({
    summary: 'Puts an upload into the album',
    description: 'An upload becomes one picture. `image:ready` tells when its renditions are there.',
    status: 201,
    answer: imageSchema,
    problems: ['invalid_address', 'already_used', 'forbidden', 'not_found'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @Body() body: CreateImageDto,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<ImageView> {
    return this.images.create(session.userId, body, ownOrigins);
  }

  @Put('normalize')
  @Call({
    summary: 'The path of an upload of one’s own, whatever form its address has',
    answer: normalizedSchema,
    problems: ['invalid_address', 'not_found'],
  })
  async normalize(
    @CurrentSession() session: SessionContext,
    @Body() body: NormalizeDto,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<NormalizedAnswer> {
    return { objectPath: await this.images.normalize(session.userId, body.imageUrl, ownOrigins) };
  }

  @Patch(':id')
  @Call({
    summary: 'Changes what is said of a picture',
    description:
      'What is absent stays. Null clears the title, takes the picture off its board, and like an empty text clears the description.',
    answer: imageSchema,
    problems: ['forbidden', 'not_found'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @PathId('The picture.') id: string,
    @Body() body: UpdateImageDto,
  ): Promise<ImageView> {
    return this.images.update(session.userId, id, body);
  }

  @Put(':id/visibility')
  @Call({
    summary: 'Hides or shows a picture',
    answer: imageSchema,
    problems: ['forbidden', 'not_found'],
  })
  async show(
    @CurrentSession() session: SessionContext,
    @PathId('The picture.') id: string,
    @Body() body: ImageVisibilityDto,
  ): Promise<ImageView> {
    return this.images.show(session.userId, id, body.isPublic);
  }

  @Delete(':id')
  @Call({
    summary: 'Deletes a picture and its object',
    answer: okSchema,
    problems: ['forbidden', 'not_found'],
  })
  async delete(
    @CurrentSession() session: SessionContext,
    @PathId('The picture.') id: string,
  ): Promise<OkAnswer> {
    await this.images.delete(session.userId, id);
    return { ok: true };
  }
}
