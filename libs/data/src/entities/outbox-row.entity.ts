import { Column, CreateDateColumn, Entity, Index } from 'typeorm';
import { IdColumn, MOMENT } from './columns.js';

/** What is to be done after a commit, by topic, with the id of the thing that it is about. */
export const OUTBOX_TOPICS = {
  /** What a member is known by in public may have changed: the member's id. */
  memberTags: 'member:tags',
  /** Which links of a member are the strongest may have changed: the member's id. */
  memberLinks: 'member:links',
  /** The same of many others, in consequence of one member's change: the member's id, and theirs as `subjects`. */
  othersLinks: 'others:links',
  /** Many others share tags with a member newly, and some come to keep a link: the member's id, theirs as `subjects`. */
  othersAsked: 'others:asked',
  /** What members see beside another one's messages may have changed: the member's id. */
  memberShown: 'member:shown',
  /** A picture was put into an album: the image's id. */
  imageCreated: 'image:created',
  /** A member wants a new avatar: the path of the object. */
  avatarWanted: 'avatar:wanted',
} as const;
export type OutboxTopic = (typeof OUTBOX_TOPICS)[keyof typeof OUTBOX_TOPICS];

/**
 * Later work that must not get lost between a commit and the queue: written in the transaction of the change,
 * taken away when its effect is committed.
 */
@Entity('outbox')
@Index('outbox_subject_idx', ['topic', 'subject'])
export class OutboxRow {
  @IdColumn('outbox_pkey')
  id!: string;

  @Column('text')
  topic!: OutboxTopic;

  /** The thing that it is about. */
  @Column('text')
  subject!: string;

  /** The things that it is about, where it is about many: a row for each would take longer than the rest of a change. */
  @Column('text', { array: true, nullable: true })
  subjects!: string[] | null;

  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}
