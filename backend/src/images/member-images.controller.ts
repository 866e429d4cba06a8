import { Controller, Get, Query } from '@nestjs/common';
import { imageSchema, type ImageView, schema } from '@oniverse/contracts';
import { Call, type Page, PathText } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { MemberImagesQueryDto } from './images.dto.js';
import { ImagesService } from './images.service.js';

@Controller('users/:username/images')
export class MemberImagesController {
  constructor(private readonly images: ImagesService) {}

  @Get()
  @Call({
    summary: 'Lists the pictures a member shows',
    description: 'Newest first. A private member exists only for themselves; others get 404.',
    answer: schema.list(imageSchema),
    paged: true,
    problems: ['not_found'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathText('username', 'The Oni ID.', 'vesper') username: string,
    @Query() page: MemberImagesQueryDto,
  ): Promise<Page<ImageView>> {
    return this.images.listShown(session.userId, username, page);
  }
}
