import { Column, Entity, Index } from 'typeorm';
import { Created, IdColumn, ReferenceColumn } from './columns.js';
import { Incident } from './incident.entity.js';

/** What staff of the platform wrote about an incident. */
@Entity('incident_notes')
@Index('incident_notes_incident_idx', ['incidentId', 'id'])
export class IncidentNote extends Created {
  @IdColumn()
  id!: string;

  @ReferenceColumn(() => Incident, 'CASCADE')
  incidentId!: string;

  @Column('text')
  text!: string;
}
