import { Button } from '../../ui/button.js';
import { Select } from '../../ui/select.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { STRONGEST } from './drawing/marks.js';
import { type Filter, NO_FILTER, type Shown } from './filter.js';

/** Stands for all tags; no tag is written so. */
const ANY = '*';

interface LinkFiltersProps {
  tags: readonly string[];
  filter: Filter;
  shown: Shown | undefined;
  change: (filter: Filter) => void;
}

/** Shows only lines of one tag, or of some strength. */
export function LinkFilters({ tags, filter, shown, change }: LinkFiltersProps) {
  const texts = CONSTELLATION_TEXTS.filters;
  const isOn = filter.tag !== null || filter.strength > 1;
  return (
    <fieldset className="con__filters">
      <legend className="vh">{texts.title}</legend>
      <Select
        label={texts.tag}
        options={[
          { value: ANY, title: texts.anyTag },
          ...tags.map((tag) => ({ value: tag, title: `#${tag}` })),
        ]}
        value={filter.tag ?? ANY}
        onChange={(tag) => change({ ...filter, tag: tag === ANY ? null : tag })}
      />
      <label className="field">
        <span>
          {texts.strength} <i>{texts.atLeast(filter.strength)}</i>
        </span>
        <input
          type="range"
          className="con__range"
          min={1}
          max={STRONGEST}
          step={1}
          value={filter.strength}
          aria-valuetext={texts.heard(filter.strength)}
          onChange={({ target }) => change({ ...filter, strength: Number(target.value) })}
        />
      </label>
      <Button small look="quiet" disabled={!isOn} onClick={() => change(NO_FILTER)}>
        {texts.clear}
      </Button>
      <output className="small t3 con__nothing">{isOn && shown?.linkCount === 0 ? texts.none : ''}</output>
    </fieldset>
  );
}
