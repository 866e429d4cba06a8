import { Column, CreateDateColumn, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A UUIDv7 primary key, so that ids sort by creation time. */
export function IdColumn(): PropertyDecorator {
  return PrimaryColumn('uuid', { default: () => 'uuidv7()' });
}

/** Distinct tags, as `normaliseTag` returns them. */
export function TagsColumn(): PropertyDecorator {
  return Column('text', { array: true, default: [] });
}

type OnDelete = 'CASCADE' | 'SET NULL' | 'RESTRICT' | 'NO ACTION';
type Target = () => new () => object;

interface ReferenceOptions {
  /** Unless it is `table_column_fkey`. */
  name?: string;
  onUpdate?: 'CASCADE';
  /** The property that is referenced, unless it is the primary key. */
  column?: string;
}

/**
 * A foreign key on a column, with what the deletion of the other row does to this one. Queries are SQL, so entities need no
 * relations. `target` is lazy, because entities import each other.
 */
export function References(
  target: Target,
  onDelete: OnDelete,
  { column, ...options }: ReferenceOptions = {},
): PropertyDecorator {
  return column === undefined
    ? ForeignKey(target, { onDelete, ...options })
    : ForeignKey(target, column, { onDelete, ...options });
}

/** The id of another row. Nullable if the deletion of that row clears it. */
export function ReferenceColumn(
  target: Target,
  onDelete: OnDelete,
  { nullable = onDelete === 'SET NULL', ...options }: ReferenceOptions & { nullable?: boolean } = {},
): PropertyDecorator {
  return both(Column('uuid', { nullable }), References(target, onDelete, options));
}

/** The id of another row as the primary key, or a part of it. */
export function PrimaryReferenceColumn(...reference: Parameters<typeof References>): PropertyDecorator {
  return both(PrimaryColumn('uuid'), References(...reference));
}

const both =
  (column: PropertyDecorator, reference: PropertyDecorator): PropertyDecorator =>
  (target, property) => {
    reference(target, property);
    column(target, property);
  };

export const MOMENT = { type: 'timestamptz' } as const;
export const NOW = { type: 'timestamptz', default: () => 'now()' } as const;

/** A row with the time of its insertion. */
export abstract class Created {
  @CreateDateColumn(MOMENT)
  createdAt!: Date;
}

/** A row with the times of its insertion and its latest change. */
export abstract class Dated extends Created {
  @UpdateDateColumn(MOMENT)
  updatedAt!: Date;
}
