import { Injectable } from '@nestjs/common';
import { IMAGE_COLUMNS, type ImageRow, VISIBLE } from '@oniverse/data';
import { DataSource, type EntityManager } from 'typeorm';

export interface BrokenImage {
  userId: string;
  imageUrl: string;
  /** The tags that counted in `tags.usage_count`; empty for a hidden image. */
  shownTags: string[];
}

@Injectable()
export class ImagesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the path of an image's upload; undefined if the image is gone or already ready. */
  async findUpload(id: string): Promise<string | undefined> {
    const rows: { image_url: string }[] = await this.dataSource.query(
      'SELECT image_url FROM images WHERE id = $1 AND ready_at IS NULL',
      [id],
    );
    return rows[0]?.image_url;
  }

  /** @returns undefined if the image is gone or already ready */
  async markReady(
    manager: EntityManager,
    id: string,
    { width, height, blurhash }: { width: number; height: number; blurhash: string },
  ): Promise<ImageRow | undefined> {
    const [rows]: [ImageRow[], number] = await manager.query(
      `UPDATE images SET width = $2, height = $3, blurhash = $4, ready_at = now()
        WHERE id = $1 AND ready_at IS NULL RETURNING ${IMAGE_COLUMNS}`,
      [id, width, height, blurhash],
    );
    return rows[0];
  }

  /** Locks the member's row, like every change of content. @returns undefined if the image is gone or already ready */
  async deleteBroken(manager: EntityManager, id: string): Promise<BrokenImage | undefined> {
    const owners: { id: string; is_public: boolean }[] = await manager.query(
      `SELECT id, is_public FROM users WHERE id = (SELECT user_id FROM images WHERE id = $1) FOR NO KEY UPDATE`,
      [id],
    );
    const owner = owners[0];
    if (!owner) return undefined;
    const [deleted]: [{ image_url: string; tags: string[]; is_shown: boolean }[], number] =
      await manager.query(
        `DELETE FROM images thing WHERE id = $1 AND ready_at IS NULL
       RETURNING image_url, tags, ${VISIBLE.image} AS is_shown`,
        [id],
      );
    const image = deleted[0];
    if (!image) return undefined;
    return {
      userId: owner.id,
      imageUrl: image.image_url,
      shownTags: owner.is_public && image.is_shown ? image.tags : [],
    };
  }
}
