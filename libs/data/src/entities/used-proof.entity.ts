import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { MOMENT } from './columns.js';

/** A solved challenge of a proof of work, which is not accepted again before it expires. */
@Entity('used_proofs')
@Index('used_proofs_expired_idx', ['expiresAt'])
export class UsedProof {
  /** The signature of the challenge. */
  @PrimaryColumn('text')
  signature!: string;

  @Column(MOMENT)
  expiresAt!: Date;
}
