import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A public member, as those who watch the constellation know one. It outlives the member until the worker has told
 * that the member is gone: nothing refers to the member here.
 */
@Entity('constellation_nodes')
export class ConstellationNode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'constellation_nodes_pkey' })
  userId!: string;

  @Column('text')
  username!: string;

  @Column('text', { nullable: true })
  displayName!: string | null;
}
