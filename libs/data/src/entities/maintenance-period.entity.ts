import { Check, Column, Entity } from 'typeorm';
import { Created, IdColumn, MOMENT } from './columns.js';

/**
 * A time in which the site is read only. At most one has not ended. Those that ended stay: the clocks of games stood still.
 */
@Entity('maintenance_periods')
@Check('maintenance_periods_time_check', '"starts_at" <= "ends_at"')
export class MaintenancePeriod extends Created {
  @IdColumn()
  id!: string;

  @Column(MOMENT)
  startsAt!: Date;

  /** Null until it is known. */
  @Column({ ...MOMENT, nullable: true })
  endsAt!: Date | null;

  @Column('text', { nullable: true })
  text!: string | null;
}
