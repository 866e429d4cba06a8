import { Controller } from '@nestjs/common';
import { type ImageView, type InputOf, listMemberImages } from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { ImagesService } from './images.service.js';

@Controller()
export class MemberImagesController {
  constructor(private readonly images: ImagesService) {}

  @Handles(listMemberImages)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { username, query }: InputOf<typeof listMemberImages>,
  ): Promise<Page<ImageView>> {
    return this.images.listShown(session.userId, username, query);
  }
}
