import { type Digest, type DigestKind, NOTIFICATION_DEFAULTS, type PushedKind } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { MOMENT, PrimaryReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** `pushKinds` replaces these columns. A trigger keeps them equal to it for the previous release; the next one drops both. */
const REPLACED = { select: false, insert: false, update: false } as const;

/** How a member hears of new entries in the night log. No row means the defaults. */
@Entity('notification_settings')
@Index('notification_settings_digest_idx', ['digestDueAt'], { where: `"digest" <> 'off'` })
@Check(
  'notification_settings_quiet_check',
  `"quiet_from" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "quiet_until" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
)
export class NotificationSettings {
  @PrimaryReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The kinds that are pushed. */
  @Column('text', { array: true, default: NOTIFICATION_DEFAULTS.pushKinds })
  pushKinds!: PushedKind[];

  @Column('boolean', { ...REPLACED, default: true })
  pushMentions!: boolean;

  @Column('boolean', { ...REPLACED, default: true })
  pushReplies!: boolean;

  @Column('boolean', { ...REPLACED, default: false })
  pushRipples!: boolean;

  @Column('boolean', { ...REPLACED, default: false })
  pushLinks!: boolean;

  @Column('boolean', { ...REPLACED, default: true })
  pushInvites!: boolean;

  @Column('boolean', { ...REPLACED, default: true })
  pushMessages!: boolean;

  /** The start of the quiet hours as HH:MM in the member's time zone; null for none. */
  @Column('text', { nullable: true })
  quietFrom!: string | null;

  @Column('text', { nullable: true })
  quietUntil!: string | null;

  /** An IANA time zone. */
  @Column('text', { default: NOTIFICATION_DEFAULTS.timeZone })
  timeZone!: string;

  /** Whether pushes say who did what. Without, they carry a path only. */
  @Column('boolean', { default: NOTIFICATION_DEFAULTS.isContentPushed })
  isContentPushed!: boolean;

  @Column('text', { default: NOTIFICATION_DEFAULTS.digest })
  digest!: Digest;

  @Column('text', { array: true, default: NOTIFICATION_DEFAULTS.digestKinds })
  digestKinds!: DigestKind[];

  /** When the next digest is due; null without digests. */
  @Column({ ...MOMENT, nullable: true })
  digestDueAt!: Date | null;

  /** Up to when digests covered the night log; null before the first one. */
  @Column({ ...MOMENT, nullable: true })
  digestedAt!: Date | null;
}
