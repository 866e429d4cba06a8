import './query-field.css';
import { Chips, RemovableChip } from '../../../ui/chip.js';
import { Match, OptionStrip } from '../completion/index.js';
import type { QueryOption } from './query-options.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';
import type { QueryFieldParts } from './use-query-field.js';

/** The finished operators of a query, each with a button that removes it. */
export function QueryChips({ query: { filters, remove } }: { query: QueryFieldParts }) {
  return (
    <>
      {filters.length > 0 && (
        <Chips label={TEXTS.filters}>
          {filters.map((filter, place) => {
            const { name, value, text } = filter;
            return (
              <RemovableChip
                // The same operator may stand twice.
                key={`${place} ${text}`}
                removeName={TEXTS.removeFilter(name, value)}
                onRemove={() => remove(filter)}
              >
                <span className="query__filter">
                  <span className="faint">{name}</span> <bdi>{value}</bdi>
                </span>
              </RemovableChip>
            );
          })}
        </Chips>
      )}
      <output className="vh">{TEXTS.filtersAre(filters.map(({ name, value }) => `${name} ${value}`))}</output>
    </>
  );
}

const nameOf = ({ title, note }: QueryOption): string => (note === undefined ? title : `${title}, ${note}`);

/** The completions of the operator that is being typed. */
export function QueryOptions({ query: { token, list } }: { query: QueryFieldParts }) {
  if (!token) return null;
  return (
    <OptionStrip list={list} label={TEXTS.completions[token.name]} keyOf={({ text }) => text} nameOf={nameOf}>
      {({ title, note }) => (
        <>
          <Match text={title} typed={token.typed} />
          {note !== undefined && <bdi className="faint">{note}</bdi>}
        </>
      )}
    </OptionStrip>
  );
}
