import { Column, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A primary key of our own making: a UUID of version 7, so that ids sort by time. */
export function IdColumn(primaryKeyConstraintName: string): PropertyDecorator {
  return PrimaryColumn('uuid', { default: () => 'uuidv7()', primaryKeyConstraintName });
}

/** Tags, lower-cased, each once. */
export function TagsColumn(): PropertyDecorator {
  return Column('text', { array: true, default: [] });
}

/**
 * The relation to the member that a thing belongs to, which goes when the member goes.
 * @param table the thing's table, for the constraint's name
 * @param user the entity of members, named late: entities refer to each other
 */
export function OwnerRelation(table: string, user: () => new () => object): PropertyDecorator {
  return (target, property) => {
    ManyToOne(user, { onDelete: 'CASCADE' })(target, property);
    JoinColumn({ name: 'user_id', foreignKeyConstraintName: `${table}_user_id_fkey` })(target, property);
  };
}

/** A moment, with its zone. */
export const MOMENT = { type: 'timestamptz' } as const;
/** A moment that the database sets when the row is made. */
export const NOW = { type: 'timestamptz', default: () => 'now()' } as const;
