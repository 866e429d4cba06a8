import { Controller } from '@nestjs/common';
import {
  createImage,
  deleteImage,
  getPicture,
  type ImageView,
  type InputOf,
  listOwnImages,
  type NormalizedAnswer,
  normalizeUpload,
  type OkAnswer,
  type PicturePage,
  setImageVisibility,
  updateImage,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession, OwnOrigins, type SessionContext } from '../../shared/index.js';
import { ImagesService } from './images.service.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Handles(listOwnImages)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listOwnImages>,
  ): Promise<Page<ImageView>> {
    return this.images.listOwn(session.userId, query);
  }

  @Handles(getPicture)
  async page(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { id, query }: InputOf<typeof getPicture>,
  ): Promise<PicturePage> {
    return this.images.getPage(session?.userId ?? null, id, query);
  }

  @Handles(createImage)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof createImage>,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<ImageView> {
    return this.images.create(session.userId, body, ownOrigins);
  }

  @Handles(normalizeUpload)
  async normalize(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof normalizeUpload>,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<NormalizedAnswer> {
    return { objectPath: await this.images.normalize(session.userId, body.imageUrl, ownOrigins) };
  }

  @Handles(updateImage)
  async update(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof updateImage>,
  ): Promise<ImageView> {
    return this.images.update(session.userId, id, body);
  }

  @Handles(setImageVisibility)
  async show(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof setImageVisibility>,
  ): Promise<ImageView> {
    return this.images.setVisibility(session.userId, id, body.isPublic);
  }

  @Handles(deleteImage)
  async delete(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof deleteImage>,
  ): Promise<OkAnswer> {
    await this.images.delete(session.userId, id);
    return { ok: true };
  }
}
