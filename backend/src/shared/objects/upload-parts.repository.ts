import { Injectable } from '@nestjs/common';
import { ATTACHMENT } from '@oniverse/contracts';
import type { StoredPart } from '@oniverse/platform';
import { DataSource } from 'typeorm';

/** A file that is sent in parts. */
export interface PartedUpload {
  path: string;
  userId: string;
  /** In bytes. */
  size: number;
  /** The store's id of the upload; null before the first part, and once it is stored. */
  uploadId: string | null;
  isStored: boolean;
}

export interface ArrivedPart extends StoredPart {
  /** Of the bytes that arrived, hexadecimal. */
  sha256: string;
}

@Injectable()
export class UploadPartsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the upload of an address, also once it is stored; undefined if a part of it would be refused for another reason. */
  async find(tokenHash: string, askerId: string | null): Promise<PartedUpload | undefined> {
    const rows: PartedUpload[] = await this.dataSource.query(
      `SELECT object.path, object.user_id AS "userId", attached.size, object.parts_upload_id AS "uploadId",
              object.state <> 'awaited' AS "isStored"
         FROM objects object JOIN attachments attached ON attached.object_path = object.path
        WHERE object.upload_token_hash = $1 AND attached.size > $3
          AND (object.state IN ('stored', 'used') OR (object.state = 'awaited' AND object.upload_expires_at > now()))
          AND object.user_id IS NOT NULL AND ($2::uuid IS NULL OR object.user_id = $2)`,
      [tokenHash, askerId, ATTACHMENT.partBytes],
    );
    return rows[0];
  }

  /** Sets the store's id of an upload without one. @returns its id; undefined if it ended in the meantime */
  async setUploadId(path: string, uploadId: string): Promise<string | undefined> {
    const [updated]: [{ uploadId: string }[], number] = await this.dataSource.query(
      `UPDATE objects SET parts_upload_id = coalesce(parts_upload_id, $2) WHERE path = $1 AND state = 'awaited'
        RETURNING parts_upload_id AS "uploadId"`,
      [path, uploadId],
    );
    return updated[0]?.uploadId;
  }

  /** Returns the parts that have arrived, in their order. */
  async list(path: string): Promise<ArrivedPart[]> {
    return this.dataSource.query(
      'SELECT number, etag, sha256 FROM upload_parts WHERE path = $1 ORDER BY number',
      [path],
    );
  }

  /** Records a part, in place of one with its number. @returns false if the upload ended or began again in the meantime */
  async insert(path: string, uploadId: string, { number, etag, sha256 }: ArrivedPart): Promise<boolean> {
    const inserted: unknown[] = await this.dataSource.query(
      `INSERT INTO upload_parts (path, number, etag, sha256)
       SELECT path, $3, $4, $5 FROM objects WHERE path = $1 AND state = 'awaited' AND parts_upload_id = $2
           ON CONFLICT (path, number) DO UPDATE SET etag = EXCLUDED.etag, sha256 = EXCLUDED.sha256
       RETURNING number`,
      [path, uploadId, number, etag, sha256],
    );
    return inserted.length > 0;
  }

  /** Forgets the parts of an upload, which then begins again. @returns false if it ended or began again in the meantime */
  async forget(path: string, uploadId: string): Promise<boolean> {
    const forgotten: unknown[] = await this.dataSource.query(
      `WITH forgotten AS (
         UPDATE objects SET parts_upload_id = NULL WHERE path = $1 AND state = 'awaited' AND parts_upload_id = $2
         RETURNING path
       ), deleted AS (
         DELETE FROM upload_parts USING forgotten WHERE upload_parts.path = forgotten.path
       )
       SELECT FROM forgotten`,
      [path, uploadId],
    );
    return forgotten.length > 0;
  }
}
