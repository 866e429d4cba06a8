import { useState } from 'react';
import { CodeInput } from '../ui/code-input.js';
import { EffectsControl } from '../ui/effects-control.js';
import { Field } from '../ui/field.js';
import { FilterBar, PageHead } from '../ui/page-head.js';
import { SearchField } from '../ui/search-field.js';
import { RadioList } from '../ui/radio-list.js';
import { Segmented } from '../ui/segmented.js';
import { Select } from '../ui/select.js';
import { Switch } from '../ui/switch.js';
import { TextArea } from '../ui/text-area.js';
import { Window } from '../ui/window.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icons.js';

const SORTS = [
  { value: 'newest', title: 'Newest' },
  { value: 'oldest', title: 'Oldest' },
  { value: 'title', title: 'By title' },
] as const;
const BOARDS = [
  { value: 'none', title: 'No Board' },
  { value: 'plates', title: 'Plates' },
  { value: 'night-walks', title: 'Night walks' },
  { value: 'locked', title: 'Locked', disabled: true },
] as const;
const WEATHER = [
  { value: 'clear', title: 'Clear', hint: 'Nothing in the way.' },
  { value: 'fog', title: 'Fog' },
  { value: 'cloud', title: 'Clouds' },
] as const;
const CHOICES = [
  { value: 'dark', title: 'Dark' },
  { value: 'light', title: 'Light' },
  { value: 'system', title: 'System' },
] as const;

function Filters() {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<(typeof SORTS)[number]['value']>('newest');
  const reset = () => {
    setSearch('');
    setSort('newest');
  };
  return (
    <>
      <PageHead
        title="Album"
        siblings={
          <>
            <a href="#profile">PROFILE</a>
            <a href="#archive">ARCHIVE</a>
            <span aria-current="page">ALBUM</span>
          </>
        }
        actions={
          <>
            <Button>
              <Icon name="plus" small />
              New Board
            </Button>
            <Button look="primary">
              <Icon name="upload" small />
              Upload Image
            </Button>
          </>
        }
      />
      <FilterBar
        label="Filter the album"
        clear={(search !== '' || sort !== 'newest') && { text: 'Clear Filters', onClear: reset }}
      >
        <SearchField
          label="Search image memories"
          placeholder="Search image memories..."
          value={search}
          onChange={setSearch}
        />
        <Select bare label="Order" options={SORTS} value={sort} onChange={setSort} />
      </FilterBar>
    </>
  );
}

function Fields() {
  const [code, setCode] = useState('419');
  const [board, setBoard] = useState<(typeof BOARDS)[number]['value']>('plates');
  return (
    <div>
      <Field label="Caption" note="optional" defaultValue="Green curtain over the sound" />
      <Field label="ONI_ID" defaultValue="v" error="Error: ONI_ID must be at least 3 characters" />
      <Field label="E-mail" hint="Only you see it." disabled defaultValue="vesper@example.org" />
      <Select label="Board" note="optional" options={BOARDS} value={board} onChange={setBoard} />
      <Select
        label="Capsule"
        options={BOARDS}
        value="none"
        disabled
        hint="There are none yet."
        onChange={setBoard}
      />
      <CodeInput
        label="Code"
        hint="Six digits."
        value={code}
        error={code === '000000' ? 'This code is not right.' : undefined}
        onChange={setCode}
      />
      <TextArea label="Description" max={120} defaultValue="Nine minutes before the clouds." />
    </div>
  );
}

function Choices() {
  const [theme, setTheme] = useState<(typeof CHOICES)[number]['value']>('dark');
  const [on, setOn] = useState(true);
  const [weather, setWeather] = useState<(typeof WEATHER)[number]['value']>('clear');
  return (
    <div>
      <div>
        <Segmented label="Site theme" segments={CHOICES} value={theme} onChange={setTheme} />
        <span className="hint">System follows your device.</span>
      </div>
      <div>
        <Segmented label="Profile theme mode" segments={CHOICES} value="light" disabled onChange={setTheme} />
        <span className="hint">Only for profile themes other than the main one.</span>
      </div>
      <RadioList label="Weather" choices={WEATHER} value={weather} onChange={setWeather} />
      <RadioList
        label="Other weather"
        choices={WEATHER}
        value={undefined}
        error="Choose the weather."
        onChange={setWeather}
      />
      <div>
        <Switch label="Private profile" hint="Only members see it." checked={on} onChange={setOn} />
        <Switch label="Disabled" checked disabled onChange={setOn} />
        <EffectsControl />
      </div>
    </div>
  );
}

export function FormParts() {
  return (
    <>
      <Window title="The head of a page">
        <Filters />
      </Window>
      <Window title="Fields and choices">
        <div className="specimen__two">
          <Fields />
          <Choices />
        </div>
      </Window>
    </>
  );
}
