import { Column, ForeignKey, PrimaryColumn } from 'typeorm';

/** A UUIDv7 primary key, so that ids sort by creation time. */
export function IdColumn(primaryKeyConstraintName: string): PropertyDecorator {
  return PrimaryColumn('uuid', { default: () => 'uuidv7()', primaryKeyConstraintName });
}

/** Distinct tags, as `normaliseTag` returns them. */
export function TagsColumn(): PropertyDecorator {
  return Column('text', { array: true, default: [] });
}

/**
 * A foreign key on a column, with what the deletion of the other row does to this one. Queries are SQL, so entities need no
 * relations. `target` is lazy, because entities import each other.
 * @param options.name unless it is `table_column_fkey`
 * @param options.column the property that is referenced, unless it is the primary key
 */
export function References(
  target: () => new () => object,
  onDelete: 'CASCADE' | 'SET NULL' | 'RESTRICT' | 'NO ACTION',
  { column, ...options }: { name?: string; onUpdate?: 'CASCADE'; column?: string } = {},
): PropertyDecorator {
  return column === undefined
    ? ForeignKey(target, { onDelete, ...options })
    : ForeignKey(target, column, { onDelete, ...options });
}

export const MOMENT = { type: 'timestamptz' } as const;
export const NOW = { type: 'timestamptz', default: () => 'now()' } as const;
