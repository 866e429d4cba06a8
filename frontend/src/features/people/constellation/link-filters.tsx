import { Button } from '../../../ui/button.js';
import { Select } from '../../../ui/select.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { MAX_STRENGTH } from './drawing/marks.js';
import { type Filter, NO_FILTER, type Visibility } from './filter.js';

/** A tag cannot contain this character. */
const ANY_TAG = '*';

interface LinkFiltersProps {
  tags: readonly string[];
  filter: Filter;
  visibility: Visibility | undefined;
  onChange: (filter: Filter) => void;
}

export function LinkFilters({ tags, filter, visibility, onChange }: LinkFiltersProps) {
  const texts = CONSTELLATION_TEXTS.filters;
  const isFiltered = filter.tag !== null || filter.strength > 1;
  return (
    <fieldset className="constellation__filters">
      <legend className="vh">{texts.title}</legend>
      <Select
        label={texts.tag}
        options={[
          { value: ANY_TAG, title: texts.anyTag },
          ...(filter.tag === null || tags.includes(filter.tag) ? tags : [filter.tag, ...tags]).map((tag) => ({
            value: tag,
            title: `#${tag}`,
          })),
        ]}
        value={filter.tag ?? ANY_TAG}
        onChange={(tag) => onChange({ ...filter, tag: tag === ANY_TAG ? null : tag })}
      />
      <label className="field">
        <span>
          {texts.strength} <i>{texts.atLeast(filter.strength)}</i>
        </span>
        <input
          type="range"
          className="constellation__range"
          min={1}
          max={MAX_STRENGTH}
          step={1}
          value={filter.strength}
          aria-valuetext={texts.valueText(filter.strength)}
          onChange={({ target }) => onChange({ ...filter, strength: Number(target.value) })}
        />
      </label>
      <Button small look="quiet" onClick={() => onChange(NO_FILTER)}>
        {texts.clear}
      </Button>
      <output className="small faint constellation__nothing">
        {isFiltered && visibility?.linkCount === 0 ? texts.none : ''}
      </output>
    </fieldset>
  );
}
