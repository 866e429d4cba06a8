import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The key with which all backends sign the challenges of proofs of work: one row, which the migration makes. */
@Entity('proof_keys')
export class ProofKey {
  @PrimaryColumn('smallint')
  id!: number;

  @Column('text')
  secret!: string;
}
