import type { AttachmentView } from '@oniverse/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

export interface ReadyAttachment {
  user_id: string;
  view: AttachmentView;
}

const READY = 'user_id, attachment_view(attachments) AS view';

@Injectable()
export class AttachmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the path of a picture that waits for its renditions; undefined if the attachment is gone or ready. */
  async findUpload(id: string): Promise<string | undefined> {
    const rows: { object_path: string }[] = await this.dataSource.query(
      `SELECT object_path FROM attachments WHERE id = $1 AND kind = 'picture' AND ready_at IS NULL`,
      [id],
    );
    return rows[0]?.object_path;
  }

  /** @returns undefined if the attachment is gone or already ready */
  async markRendered(
    manager: EntityManager,
    id: string,
    picture: { width: number; height: number; blurhash: string; isAnimated: boolean },
  ): Promise<ReadyAttachment | undefined> {
    const [rows]: [ReadyAttachment[], number] = await manager.query(
      `UPDATE attachments SET width = $2, height = $3, blurhash = $4, is_animated = $5, ready_at = now()
        WHERE id = $1 AND ready_at IS NULL RETURNING ${READY}`,
      [id, picture.width, picture.height, picture.blurhash, picture.isAnimated],
    );
    return rows[0];
  }

  /** Makes a picture that cannot be rendered a file. @returns undefined if the attachment is gone or already ready */
  async markFile(manager: EntityManager, id: string): Promise<ReadyAttachment | undefined> {
    const [rows]: [ReadyAttachment[], number] = await manager.query(
      `UPDATE attachments SET kind = 'file', ready_at = now()
        WHERE id = $1 AND ready_at IS NULL RETURNING ${READY}`,
      [id],
    );
    return rows[0];
  }
}
