import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A public member, as those who watch the constellation know one. It outlives the member until the worker has told
 * that the member is gone: nothing refers to the member here.
 */
@Entity('constellation_nodes')
@Check('constellation_nodes_weakest_check', '("weakest_strength" is null) = ("weakest_id" is null)')
export class ConstellationNode {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'constellation_nodes_pkey' })
  userId!: string;

  @Column('text')
  username!: string;

  @Column('text', { nullable: true })
  displayName!: string | null;

  /**
   * Of a member who keeps as many links as a member may: how strong the last one is, and whom it is with. Null where
   * there is room for more. Changed in the same transaction as the links that the member keeps.
   */
  @Column('integer', { nullable: true })
  weakestStrength!: number | null;

  @Column('uuid', { nullable: true })
  weakestId!: string | null;
}
