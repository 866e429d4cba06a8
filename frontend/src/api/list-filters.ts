import { SORT_ORDERS, type SortOrder } from '@oniverse/contracts';

export type ListFilters<Name extends string> = { [name in Name]?: string } & { sort?: SortOrder };

/** Returns a search parameter as text: the router parses `12` and `true` as number and boolean. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Returns the filters and the order of a list in an address, without empty, default and invalid ones. */
export function readListFilters<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  names: readonly Name[],
): ListFilters<Name> {
  const filters: { [name in Name]?: string } = {};
  for (const name of names) {
    const text = textOf(search[name]);
    if (text !== '') filters[name] = text;
  }
  const sort = SORT_ORDERS.find((order) => order === search['sort'] && order !== 'newest');
  return { ...filters, ...(sort && { sort }) };
}

/** Returns the kind of the entries to show, if the address names one. */
export const readKind = ({ kind }: Readonly<Record<string, unknown>>): { kind?: string } =>
  typeof kind === 'string' ? { kind } : {};
