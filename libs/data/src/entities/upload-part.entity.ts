import { Column, Entity, PrimaryColumn } from 'typeorm';
import { References } from './columns.js';
import { StoredObject } from './stored-object.entity.js';

/** A part in the store of an object that is not complete. Its size follows from its number. */
@Entity('upload_parts')
export class UploadPart {
  @PrimaryColumn('text')
  @References(() => StoredObject, 'CASCADE')
  path!: string;

  /** From 1. */
  @PrimaryColumn('smallint')
  number!: number;

  /** By which the store knows it. */
  @Column('text')
  etag!: string;

  /** Of the bytes that arrived, in hex. The object is compared with it, because not every store compares ETags. */
  @Column('text')
  sha256!: string;
}
