import {
  FIRST_MESSAGES_FROM,
  type FirstMessagesFrom,
  STAFF_ROLES,
  type StaffRole,
  USER_DEFAULTS,
  type ProfileThemeMode,
} from '@oniverse/contracts';
import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Dated, IdColumn, MOMENT } from './columns.js';

@Entity('users')
@Unique('users_username_key', ['username'])
@Unique('users_email_key', ['email'])
@Index('users_recovery_email_key', ['recoveryEmail'], { unique: true })
@Index('users_public_idx', ['id'], { where: '"is_public"' })
// Indexes of expressions, which TypeORM cannot express; a migration creates them.
@Index('users_username_prefix_idx', { synchronize: false })
@Index('users_display_name_prefix_idx', { synchronize: false })
@Index('users_email_prefix_idx', { synchronize: false })
@Index('users_text_idx', { synchronize: false })
@Index('users_display_name_form_idx', { synchronize: false })
@Index('users_terms_idx', { synchronize: false })
@Index('users_profile_terms_idx', { synchronize: false })
@Check('users_profile_theme_mode_check', `"profile_theme_mode" in ('light', 'dark')`)
@Check(
  'users_first_messages_from_check',
  `"first_messages_from" in (${FIRST_MESSAGES_FROM.map((value) => `'${value}'`).join(', ')})`,
)
@Index('users_staff_idx', ['id'], { where: '"staff_role" is not null' })
@Check('users_staff_role_check', `"staff_role" in (${STAFF_ROLES.map((role) => `'${role}'`).join(', ')})`)
export class User extends Dated {
  @IdColumn()
  id!: string;

  @Column('text')
  username!: string;

  /** In lower case. Null after its true owner took it from an account that had not verified it. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** When the member opened a link sent to `email`; null for an unverified address. */
  @Column({ ...MOMENT, nullable: true })
  emailVerifiedAt!: Date | null;

  /** The address that was verified last, which receives reset links. */
  @Column('text', { nullable: true })
  recoveryEmail!: string | null;

  /** An argon2id hash, or `!` for an account without login. */
  @Column('text')
  password!: string;

  @Column('text', { nullable: true })
  displayName!: string | null;

  @Column('text', { nullable: true })
  bio!: string | null;

  @Column('text', { default: USER_DEFAULTS.profileMarkdown })
  profileMarkdown!: string;

  @Column('text', { nullable: true })
  enshinBadge!: string | null;

  @Column('text', { array: true, default: [] })
  userBadges!: string[];

  @Column('text', { nullable: true })
  profileImageUrl!: string | null;

  @Column('text', { default: USER_DEFAULTS.profileTheme })
  profileTheme!: string;

  @Column('text', { default: USER_DEFAULTS.profileThemeMode })
  profileThemeMode!: ProfileThemeMode;

  @Column('boolean', { default: true })
  isPublic!: boolean;

  /** Whether visitors without a session see the member's posts, on tag pages and in feeds. */
  @Column('boolean', { default: false })
  isVisibleToVisitors!: boolean;

  /** Whether visitors can subscribe to the member's posts, if they see them. */
  @Column('boolean', { default: true })
  hasFeed!: boolean;

  /** Whether the member sees previews of links in messages. */
  @Column('boolean', { default: true })
  showsLinkPreviews!: boolean;

  /** Whether the member shows how far they have read a conversation, to members who show it too. */
  @Column('boolean', { default: false })
  showsSeenMarks!: boolean;

  /** Whose first messages in a conversation reach the member. */
  @Column('text', { default: 'all' })
  firstMessagesFrom!: FirstMessagesFrom;

  /** What the member may do as one of the platform's staff; null for everybody else. */
  @Column('text', { nullable: true })
  staffRole!: StaffRole | null;

  /** Addresses of the member's other pages. */
  @Column('text', { array: true, default: [] })
  profileLinks!: string[];

  /** Stands for the member in the stored past of links. Gone with the account, so the past then names nobody. */
  @Column('integer', { default: () => `nextval('node_numbers')` })
  nodeNumber!: number;
}
