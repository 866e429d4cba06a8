import { Column, Entity, Index } from 'typeorm';
import { Created, IdColumn } from './columns.js';

/** The jobs that a committed change may owe. Each comment names the `subject`. */
export const OUTBOX_TOPICS = {
  /** Derives a member's node, tags and links from the member's content: the member's id. */
  deriveMember: 'derive-member',
  /** Like `deriveMember`, after a repair of a difference, without news for night logs: the member's id. */
  repairMember: 'repair-member',
  /** Recomputes a member's top links after a change of other members: the member's id. */
  recomputeLinks: 'recompute-links',
  /** Corrects the links of a changed member with those who show the tags `subjects`: the member's id. */
  updateNeighbours: 'update-neighbours',
  /** Enqueues `recomputeLinks` for all `subjects`; enqueued by the previous release only: a member's id. */
  recomputeAffectedLinks: 'recompute-affected-links',
  /** Computes suggestions of links for a member who just showed first tags: the member's id. */
  suggestLinks: 'suggest-links',
  /** Runs the next page of a rebuild of the constellation: its position, see `RebuildPosition`. */
  rebuildConstellation: 'rebuild-constellation',
  /** Publishes a member's new name or avatar to the member's servers: the member's id. */
  announceMember: 'announce-member',
  /** Brings the night logs in line with a cause: see `NotificationCause` in `notification-causes.ts`. */
  notify: 'notify',
  /** Adds the new links of a member with the members `subjects` to both night logs: the member's id. */
  notifyLinks: 'notify-links',
  /** Adds the new messages of a channel to the night logs of members who want to hear of all: the channel's id. */
  notifyMessages: 'notify-messages',
  /**
   * Publishes whether night logs have something unread, to the recipients of unread entries: what the ids in `subjects`
   * are, see `REFRESHED` in the worker.
   */
  refreshLogs: 'refresh-logs',
  /** Pushes an entry of a night log to the recipient's devices: the entry's id. */
  pushEntry: 'push-entry',
  /** Brings the previews of links in line with the text of a message: the message's id. */
  previewLinks: 'preview-links',
  /** Writes the archive of an export of a server: the export's id. */
  exportServer: 'export-server',
  /** Removes what the accounts of a wave of spam wrote, or returns it: the wave's id. */
  moveWave: 'move-wave',
  /** Sends a mail: see `MailCause` in `mail-causes.ts`. */
  sendMail: 'send-mail',
  /** Makes the renditions of a new picture: the image's id. */
  renderImage: 'render-image',
  /** Makes the renditions of an uploaded picture of a message: the attachment's id. */
  renderAttachment: 'render-attachment',
  /** Reads the title and duration of a file that was added to a radio: the track's id. */
  readTrack: 'read-track',
  /** Makes an avatar from an upload: the path of the object. */
  makeAvatar: 'make-avatar',
  /** Stores the words of the next batch of posts: the id of the last finished post. */
  indexPosts: 'index-posts',
  /** Stores what the next batch of posts or pictures is found by: the table, a slash, and the id of its last finished row. */
  indexTerms: 'index-terms',
  /** Cleans the next batch of texts: its position, see `CleaningPosition` in `clean-texts.ts`. */
  cleanTexts: 'clean-texts',
  /** Derives the tags of the next batch of items again: the table, a slash, and the id of its last finished row. */
  deriveTags: 'derive-tags',
} as const;
export type OutboxTopic = (typeof OUTBOX_TOPICS)[keyof typeof OUTBOX_TOPICS];

/** A job that must survive between a commit and the queue: added in the transaction of the change, removed in that of its effect. */
@Entity('outbox')
@Index('outbox_subject_idx', ['topic', 'subject'])
export class OutboxRow extends Created {
  @IdColumn()
  id!: string;

  @Column('text')
  topic!: OutboxTopic;

  @Column('text')
  subject!: string;

  /** The ids of many items, for which a row each would be too slow. */
  @Column('text', { array: true, nullable: true })
  subjects!: string[] | null;

  /** The request that caused the job, for its log lines and traces; null if none did. */
  @Column('text', { nullable: true, default: () => 'current_request(NULL, NULL)' })
  request!: string | null;
}
