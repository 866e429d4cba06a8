import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A public member as published. No foreign key: it outlives a deleted member until the removal is published. */
@Entity('constellation_nodes')
@Check('constellation_nodes_weakest_check', '("weakest_strength" is null) = ("weakest_id" is null)')
export class ConstellationNode {
  @PrimaryColumn('uuid')
  userId!: string;

  @Column('text')
  username!: string;

  @Column('text', { nullable: true })
  displayName!: string | null;

  /** The weakest kept link: its strength and other end. Null while the member keeps fewer than `LINKS_KEPT`. */
  @Column('integer', { nullable: true })
  weakestStrength!: number | null;

  @Column('uuid', { nullable: true })
  weakestId!: string | null;
}
