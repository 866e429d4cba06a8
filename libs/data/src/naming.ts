import { DefaultNamingStrategy, type Table } from 'typeorm';

/** Returns the column of a field. */
export const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Returns the columns of these fields, each under the name of its field. @param alias of their table, if it has one */
export const columnsOf = (fields: object, alias?: string): string =>
  Object.keys(fields)
    .map((name) => `${alias === undefined ? '' : `${alias}.`}${snake(name)} AS "${name}"`)
    .join(', ');

/** Maps camelCase properties to snake_case columns. Entities name their other constraints and their indexes explicitly. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return customName ?? snake([...prefixes, propertyName].join('_'));
  }

  override primaryKeyName(table: Table | string): string {
    return `${this.getTableName(table)}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fkey`;
  }
}
