import { Check, Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, MOMENT, References } from './columns.js';
import { StoredObject } from './stored-object.entity.js';

/**
 * The life cycle of a preview:
 * - `pending`: a worker fetches it
 * - `found`: the page said something of itself
 * - `nothing`: it did not, or could not be fetched
 */
export const LINK_PREVIEW_STATES = ['pending', 'found', 'nothing'] as const;
export type LinkPreviewState = (typeof LINK_PREVIEW_STATES)[number];

/** What a page said of itself when it was fetched. Never changes afterwards: a later fetch inserts another row. */
@Entity('link_previews')
@Index('link_previews_address_idx', ['addressHash', 'expiresAt'])
@Index('link_previews_pending_key', ['addressHash'], { unique: true, where: `"state" = 'pending'` })
@Index('link_previews_expiring_idx', ['expiresAt'])
@Index('link_previews_picture_key', ['picturePath'], {
  unique: true,
  where: '"picture_path" is not null',
})
@Check('link_previews_state_check', `"state" in ('pending', 'found', 'nothing')`)
export class LinkPreview extends Created {
  @IdColumn()
  id!: string;

  /** The SHA-256 of the address, in hex. */
  @Column('text')
  addressHash!: string;

  @Column('text', { default: 'pending' })
  state!: LinkPreviewState;

  /** The number of unfinished attempts to fetch it, including those of crashed workers. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('text', { nullable: true })
  site!: string | null;

  @Column('text', { nullable: true })
  title!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  /** An object without an owner. */
  @Column('text', { nullable: true })
  @References(() => StoredObject, 'SET NULL')
  picturePath!: string | null;

  /** In pixels. */
  @Column('integer', { nullable: true })
  pictureWidth!: number | null;

  /** In pixels. */
  @Column('integer', { nullable: true })
  pictureHeight!: number | null;

  /** Null while it is pending. */
  @Column({ ...MOMENT, nullable: true })
  fetchedAt!: Date | null;

  /**
   * When its address is fetched again for a new message, and from when on it is deleted unless a message has it. While it is
   * pending, when another worker may take the fetch over.
   */
  @Column(MOMENT)
  expiresAt!: Date;
}
