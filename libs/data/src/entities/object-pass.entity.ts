import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { MOMENT, References } from './columns.js';
import { Session } from './session.entity.js';

/** Lets a player or a download read an object as the member of a session, without sending the session. */
@Entity('object_passes')
@Index('object_passes_session_id_idx', ['sessionId'])
@Index('object_passes_expires_at_idx', ['expiresAt'])
export class ObjectPass {
  /** The SHA-256 of the token in the address, in hex. */
  @PrimaryColumn('text')
  hash!: string;

  @Column('text')
  @References(() => Session, 'CASCADE')
  sessionId!: string;

  @Column('text')
  path!: string;

  @Column(MOMENT)
  expiresAt!: Date;
}
