import { Check, Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, MOMENT, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** What the staff of the platform announce to everyone for a time. */
@Entity('announcements')
@Index('announcements_ends_at_idx', ['endsAt'])
@Check('announcements_time_check', '"starts_at" < "ends_at"')
export class Announcement extends Created {
  @IdColumn()
  id!: string;

  @Column('text')
  title!: string;

  @Column('text', { nullable: true })
  text!: string | null;

  /** An address elsewhere, or a path of this site. */
  @Column('text', { nullable: true })
  link!: string | null;

  @Column(MOMENT)
  startsAt!: Date;

  @Column(MOMENT)
  endsAt!: Date;

  /** Null if the account was erased. */
  @ReferenceColumn(() => User, 'SET NULL')
  createdBy!: string | null;
}
