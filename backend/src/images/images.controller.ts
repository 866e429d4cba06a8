import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import {
  imageSchema,
  type ImageView,
  type NormalizedAnswer,
  normalizedSchema,
  type OkAnswer,
  okSchema,
  type PicturePage,
  picturePageSchema,
  schema,
} from '@oniverse/contracts';
import { Call, type Page, PathId } from '@oniverse/platform/backend';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { CurrentSession, OptionalSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import {
  CreateImageDto,
  ImagesQueryDto,
  ImageVisibilityDto,
  NormalizeDto,
  PicturePageQueryDto,
  UpdateImageDto,
} from './images.dto.js';
import { ImagesService } from './images.service.js';

@Controller('images')
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Get()
  @Call({
    summary: "Lists the caller's pictures",
    description: 'Includes hidden pictures; newest first by default.',
    answer: schema.list(imageSchema),
    paged: true,
  })
  async list(
    @CurrentSession() session: SessionContext,
    @Query() query: ImagesQueryDto,
  ): Promise<Page<ImageView>> {
    return this.images.listOwn(session.userId, query);
  }

  @Get(':id')
  @Call({
    summary: 'Returns a picture with those before and after it',
    description:
      'Its neighbours are pictures with a tag, on a board, or all that its owner shows. Visitors see only pictures of members who chose so.',
    access: 'visitors',
    answer: picturePageSchema,
    problems: ['not_found'],
  })
  async page(
    @OptionalSession() session: SessionContext | undefined,
    @PathId('The picture.') id: string,
    @Query() context: PicturePageQueryDto,
  ): Promise<PicturePage> {
    return this.images.getPage(session?.userId ?? null, id, context);
  }

  @Post()
  @Call({
    summary: 'Adds an uploaded picture to the album',
    description:
      'Each upload can be used once. The picture is hidden if its board is hidden. The event `image:ready` follows when its renditions are ready.',
    status: 201,
    answer: imageSchema,
    problems: ['invalid_address', 'already_used', 'quota_reached', 'forbidden', 'not_found'],
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
    summary: "Returns the path of one of the caller's uploads, for any form of its address",
    answer: normalizedSchema,
    problems: ['invalid_address', 'not_found', 'quota_reached'],
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
    summary: 'Updates a picture',
    description:
      'Omitted fields keep their values. Null clears a title or description and takes the picture off its board; an empty description clears it too. Moving a picture to a hidden board hides it.',
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
    return this.images.setVisibility(session.userId, id, body.isPublic);
  }

  @Delete(':id')
  @Call({
    summary: 'Deletes a picture',
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
