import { Column, Entity, Unique } from 'typeorm';
import { Created, IdColumn, MOMENT } from './columns.js';

/** A visitor's place on the waitlist, optionally with a claim on a username. */
@Entity('waitlist_entries')
@Unique('waitlist_entries_email_key', ['email'])
@Unique('waitlist_entries_oni_id_key', ['oniId'])
export class WaitlistEntry extends Created {
  @IdColumn()
  id!: string;

  /** In lower case. */
  @Column('text')
  email!: string;

  /** The username reserved for this address. */
  @Column('text', { nullable: true })
  oniId!: string | null;

  /** An argon2id hash of the chosen password. */
  @Column('text', { nullable: true })
  accessKey!: string | null;

  /** When a member with this address claimed the username with the access key. */
  @Column({ ...MOMENT, nullable: true })
  provenAt!: Date | null;

  @Column('text')
  source!: string;
}
