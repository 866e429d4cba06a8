import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { Created, MOMENT, ReferenceColumn, References } from './columns.js';
import { Session } from './session.entity.js';
import { User } from './user.entity.js';

/** The Web Push subscription of a session's browser. It ends with the session. */
@Entity('push_subscriptions')
@Unique('push_subscriptions_endpoint_key', ['endpoint'])
@Index('push_subscriptions_user_id_idx', ['userId'])
export class PushSubscription extends Created {
  /** The SHA-256 of the client's session id, in hex. */
  @PrimaryColumn('text')
  @References(() => Session, 'CASCADE', { onUpdate: 'CASCADE' })
  sessionId!: string;

  @ReferenceColumn(() => User, 'CASCADE')
  userId!: string;

  /** The address at the push service. It is secret: with it and the keys, anyone can send to the browser. */
  @Column('text')
  endpoint!: string;

  /** The browser's public key, base64url. */
  @Column('text')
  p256dh!: string;

  /** The browser's secret, base64url. */
  @Column('text')
  auth!: string;

  /** When the push service last accepted a message. */
  @Column({ ...MOMENT, nullable: true })
  lastSuccessAt!: Date | null;
}
