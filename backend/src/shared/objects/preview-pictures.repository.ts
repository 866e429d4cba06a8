import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ObjectBytes } from './objects.repository.js';

/** The pictures of link previews, which have no owner. */
@Injectable()
export class PreviewPicturesRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(path: string): Promise<ObjectBytes | undefined> {
    const rows: ObjectBytes[] = await this.dataSource.query(
      `SELECT object.path, object.content_type AS "contentType", object.size, object.sha256
         FROM objects object JOIN link_previews preview ON preview.picture_path = object.path
        WHERE object.path = $1 AND object.state = 'used'`,
      [path],
    );
    return rows[0];
  }
}
