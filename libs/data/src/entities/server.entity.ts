import { MESSAGE_DAYS } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { Dated, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

@Entity('servers')
@Index('servers_owner_id_idx', ['ownerId'])
@Index('servers_message_days_idx', ['id'], { where: '"message_days" > 0' })
@Check(
  'servers_message_days_check',
  `"message_days" = ${MESSAGE_DAYS.forEver} or "message_days" between ${MESSAGE_DAYS.min} and ${MESSAGE_DAYS.max}`,
)
@Index('servers_public_size_idx', ['memberCount', 'id'], { where: '"is_public"' })
// Indexes of expressions, which TypeORM cannot express; a migration creates them.
@Index('servers_public_name_idx', { synchronize: false })
@Index('servers_public_text_idx', { synchronize: false })
@Index('servers_public_name_form_idx', { synchronize: false })
@Index('servers_public_terms_idx', { synchronize: false })
export class Server extends Dated {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'RESTRICT')
  ownerId!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('boolean', { default: true })
  isPublic!: boolean;

  /** Whether links in its messages get previews. */
  @Column('boolean', { default: true })
  hasLinkPreviews!: boolean;

  /** For how many days messages are kept in channels that say nothing else; 0 for ever. */
  @Column('smallint', { default: MESSAGE_DAYS.forEver })
  messageDays!: number;

  /** For how many days they were kept before a shortening, which holds until `formerMessageDaysUntil`. Otherwise null. */
  @Column('smallint', { nullable: true })
  formerMessageDays!: number | null;

  @Column({ ...MOMENT, nullable: true })
  formerMessageDaysUntil!: Date | null;

  /** What members answer before they join. While there are any, only members read a public server. */
  @Column('text', { array: true, default: [] })
  questions!: string[];

  /** When the staff of the platform archived it: then it can be read, and nobody writes there or joins. */
  @Column({ ...MOMENT, nullable: true })
  archivedAt!: Date | null;

  /** The number of its rows in server_members; changes in the same transaction. */
  @Column('integer', { default: 1 })
  memberCount!: number;
}
