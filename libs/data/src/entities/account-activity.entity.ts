import type { AccountActivityKind } from '@oniverse/contracts';
import { Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, ReferenceColumn } from './columns.js';
import { User } from './user.entity.js';

/** Something that happened to an account's security, shown to its member. Deleted after 180 days. */
@Entity('account_activity')
@Index('account_activity_user_idx', ['userId', 'id'])
@Index('account_activity_created_at_idx', ['createdAt'])
export class AccountActivity extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  @Column('text')
  kind!: AccountActivityKind;

  /** The public id of the session that did it or began with it. Sessions may be gone. */
  @Column('uuid', { nullable: true })
  sessionId!: string | null;

  /** The User-Agent of the browser. */
  @Column('text', { nullable: true })
  device!: string | null;

  /** The network of the client, such as `203.0.113.0/24`. */
  @Column('text', { nullable: true })
  address!: string | null;

  /** What it concerns, such as the name of a passkey or a masked e-mail address. */
  @Column('text', { nullable: true })
  detail!: string | null;

  /** How often it happened; failures from one network within an hour are one row. */
  @Column('integer', { default: 1 })
  count!: number;
}
