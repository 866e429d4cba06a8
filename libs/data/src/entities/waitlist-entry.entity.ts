import { Column, CreateDateColumn, Entity, Unique } from 'typeorm';
import { IdColumn, MOMENT } from './columns.js';

/** A visitor's claim on a place. */
@Entity('waitlist_entries')
@Unique('waitlist_entries_email_key', ['email'])
@Unique('waitlist_entries_oni_id_key', ['oniId'])
export class WaitlistEntry {
  @IdColumn('waitlist_entries_pkey')
  id!: string;

  /** Lower-cased. */
  @Column('text')
  email!: string;

  /** The username that is kept for this address. */
  @Column('text', { nullable: true })
  oniId!: string | null;

  /** An argon2id hash of the password that the visitor chose. */
  @Column('text', { nullable: true })
  accessKey!: string | null;

  @Column('text')
  source!: string;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
