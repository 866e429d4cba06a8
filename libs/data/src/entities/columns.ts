import { PrimaryColumn } from 'typeorm';

/** A primary key of our own making: a UUID of version 7, so that ids sort by time. */
export function IdColumn(primaryKeyConstraintName: string): PropertyDecorator {
  return PrimaryColumn('uuid', { default: () => 'uuidv7()', primaryKeyConstraintName });
}

/** A moment, with its zone. */
export const MOMENT = { type: 'timestamptz' } as const;
/** A moment that the database sets when the row is made. */
export const NOW = { type: 'timestamptz', default: () => 'now()' } as const;
