import { Controller } from '@nestjs/common';
import {
  createImage,
  deleteImage,
  getPicture,
  listMemberImages,
  listOwnImages,
  normalizeUpload,
  setImageVisibility,
  updateImage,
} from '@oniverse/contracts';
import { Handles, OwnOrigins, type Received } from '../../shared/index.js';
import { ImagesService } from './images.service.js';

@Controller()
export class ImagesController {
  constructor(private readonly images: ImagesService) {}

  @Handles(listOwnImages)
  async list({ session, query }: Received<typeof listOwnImages>) {
    return this.images.listOwn(session.userId, query);
  }

  @Handles(getPicture)
  async page({ session, id, query }: Received<typeof getPicture>) {
    return this.images.getPage(session?.userId ?? null, id, query);
  }

  @Handles(createImage)
  async create({ session, body }: Received<typeof createImage>, @OwnOrigins() ownOrigins: readonly string[]) {
    return this.images.create(session.userId, body, ownOrigins);
  }

  @Handles(normalizeUpload)
  async normalize(
    { session, body }: Received<typeof normalizeUpload>,
    @OwnOrigins() ownOrigins: readonly string[],
  ) {
    return { objectPath: await this.images.normalize(session.userId, body.imageUrl, ownOrigins) };
  }

  @Handles(updateImage)
  async update({ session, id, body }: Received<typeof updateImage>) {
    return this.images.update(session.userId, id, body);
  }

  @Handles(setImageVisibility)
  async show({ session, id, body }: Received<typeof setImageVisibility>) {
    return this.images.setVisibility(session.userId, id, body.isPublic);
  }

  @Handles(deleteImage)
  async delete({ session, id }: Received<typeof deleteImage>) {
    await this.images.delete(session.userId, id);
  }
}

@Controller()
export class MemberImagesController {
  constructor(private readonly images: ImagesService) {}

  @Handles(listMemberImages)
  async list({ session, username, query }: Received<typeof listMemberImages>) {
    return this.images.listShown(session.userId, username, query);
  }
}
