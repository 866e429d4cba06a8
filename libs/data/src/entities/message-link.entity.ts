import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Channel } from './channel.entity.js';
import { PrimaryReferenceColumn, ReferenceColumn } from './columns.js';
import { LinkPreview } from './link-preview.entity.js';

/** A link of a message with a preview, or whose preview was removed. Writers lock the channel's row. */
@Entity('message_links')
@Index('message_links_preview_id_idx', ['previewId'])
@Check('message_links_place_check', '"place" between 1 and 3')
export class MessageLink {
  @PrimaryReferenceColumn(() => Channel, 'CASCADE')
  channelId!: string;

  /** Of the message. No message's row is ever deleted alone, so it needs no foreign key. */
  @PrimaryColumn('integer')
  seq!: number;

  /** From 1, among the links of the message that may have previews. */
  @PrimaryColumn('integer')
  place!: number;

  /** In the form of `messageLinksOf`. */
  @Column('text')
  address!: string;

  /** Null if the preview was removed from the message. */
  @ReferenceColumn(() => LinkPreview, 'RESTRICT', { nullable: true })
  previewId!: string | null;
}
