import { WAVE_LISTS } from '@oniverse/contracts';
import { RelativeTime } from '../../../ui/relative-time.js';
import { RowButton } from '../../../ui/row-button.js';
import { Segmented } from '../../../ui/segmented.js';
import { useConsoleSearch } from './console-search.js';
import { ListPage, rowIdOf } from './list-page.js';
import { WavePage } from './wave-page.js';
import { useWaves } from './waves.queries.js';
import { WAVES_TEXTS as TEXTS } from './waves.texts.js';

const LISTS = WAVE_LISTS.map((value) => ({ value, title: TEXTS.lists[value] }));

/** The waves of spam, and the open one. */
export function WavesPage() {
  const [{ id, list }, open] = useConsoleSearch('spam');
  const state = list === 'closed' ? 'closed' : 'open';
  const filters = state === 'closed' ? { list: 'closed' as const } : {};
  const waves = useWaves(state);
  return (
    <ListPage
      list={waves}
      texts={{ ...TEXTS, empty: TEXTS.empty[state] }}
      openId={id}
      onOpen={(next) => open({ ...filters, ...(next !== undefined && { id: next }) })}
      filters={
        <Segmented
          label={TEXTS.filter}
          segments={LISTS}
          value={state}
          onChange={(next) => open(next === 'closed' ? { list: next } : {}, true)}
        />
      }
      open={id !== undefined && <WavePage key={id} id={id} />}
    >
      {(wave) => (
        <li key={wave.id}>
          <RowButton
            id={rowIdOf(wave.id)}
            {...(wave.id === id && { 'aria-current': true })}
            title={TEXTS.size(wave.accounts, wave.texts)}
            about={TEXTS.states[wave.state]}
            when={
              <>
                {TEXTS.since} <RelativeTime at={wave.createdAt} />
              </>
            }
            onClick={() => open({ ...filters, id: wave.id })}
          />
        </li>
      )}
    </ListPage>
  );
}
