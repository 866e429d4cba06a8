import { DefaultNamingStrategy } from 'typeorm';

/** Returns the column of a field. */
export const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();

/** Returns the columns of these fields in the table `alias`, each under the name of its field. */
export const columnsOf = (fields: object, alias: string): string =>
  Object.keys(fields)
    .map((name) => `${alias}.${snake(name)} AS "${name}"`)
    .join(', ');

/** Maps camelCase properties to snake_case columns. Entities name their constraints and indexes explicitly. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return customName ?? snake([...prefixes, propertyName].join('_'));
  }

  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snake(`${relationName}_${referencedColumnName}`);
  }
}
