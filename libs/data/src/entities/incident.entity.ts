import { INCIDENT_STATES, type IncidentState, SERVICE_PARTS, type ServicePart } from '@oniverse/contracts';
import { Check, Column, Entity, Index } from 'typeorm';
import { IdColumn, MOMENT, NOW } from './columns.js';

const inList = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** A disturbance of the service that staff of the platform wrote about, for everybody. */
@Entity('incidents')
@Index('incidents_open_idx', ['id'], { where: '"ended_at" is null' })
@Check('incidents_part_check', `"part" in (${inList(SERVICE_PARTS)})`)
@Check('incidents_state_check', `"state" in (${inList(INCIDENT_STATES)})`)
export class Incident {
  @IdColumn()
  id!: string;

  @Column('text')
  title!: string;

  @Column('text')
  part!: ServicePart;

  @Column('text')
  state!: IncidentState;

  @Column(NOW)
  startedAt!: Date;

  @Column({ ...MOMENT, nullable: true })
  endedAt!: Date | null;
}
