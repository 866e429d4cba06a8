import { Column, Entity, PrimaryColumn } from 'typeorm';
import { MOMENT } from './columns.js';

/** What operators run, and whose last success is watched. */
export const OPERATIONS = ['backup', 'drill'] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** The last success of what operators run. */
@Entity('operations')
export class Operation {
  @PrimaryColumn('text')
  name!: OperationName;

  @Column(MOMENT)
  succeededAt!: Date;
}
