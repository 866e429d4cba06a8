import { Column, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** A UUIDv7 primary key, so that ids sort by creation time. */
export function IdColumn(primaryKeyConstraintName: string): PropertyDecorator {
  return PrimaryColumn('uuid', { default: () => 'uuidv7()', primaryKeyConstraintName });
}

/** Distinct tags, as `normaliseTag` returns them. */
export function TagsColumn(): PropertyDecorator {
  return Column('text', { array: true, default: [] });
}

/** The relation to the owning member, whose deletion cascades. `user` is lazy, because entities import each other. */
export function OwnerRelation(table: string, user: () => new () => object): PropertyDecorator {
  return (target, property) => {
    ManyToOne(user, { onDelete: 'CASCADE' })(target, property);
    JoinColumn({ name: 'user_id', foreignKeyConstraintName: `${table}_user_id_fkey` })(target, property);
  };
}

export const MOMENT = { type: 'timestamptz' } as const;
export const NOW = { type: 'timestamptz', default: () => 'now()' } as const;
