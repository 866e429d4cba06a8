import './finder.css';
import { Dialog as Radix } from 'radix-ui';
import { useEffect, useId, useRef } from 'react';
import { useOverlayContainer } from '../../../theme/active-theme.js';
import { Failure } from '../../../ui/failure.js';
import { useRestoreFocus } from '../../../ui/use-restore-focus.js';
import { FinderPreview } from './finder-preview.js';
import { QueryChips, QueryOptions } from './query-chips.js';
import { ResultLine } from './result-line.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';
import { useFinder } from './use-finder.js';
import { useQueryField } from './use-query-field.js';

const Key = ({ children }: { children: string }) => <kbd className="finder__key">{children}</kbd>;

type FinderState = ReturnType<typeof useFinder>;

/** The text below the results: why there are none, or not all. */
function Message({ finder: { q, search, isSettled, isCommand, foundCount } }: { finder: FinderState }) {
  if (isCommand || q === '' || !isSettled) return null;
  if (search.isError) {
    const text = navigator.onLine ? TEXTS.failed : TEXTS.offline;
    return <Failure small text={text} onRetry={() => void search.refetch()} />;
  }
  if (search.data?.isComplete === false) return <p className="small muted">{TEXTS.incomplete}</p>;
  if (foundCount > 0) return null;
  return <p className="small muted">{TEXTS.nothingFor(q)}</p>;
}

interface OptionsProps {
  id: string;
  finder: FinderState;
  optionId: (key: string) => string;
}

function Options({ id, finder: { groups, isSettled, selected, select, open, q }, optionId }: OptionsProps) {
  return (
    // The combobox pattern: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
    <div id={id} role="listbox" aria-label={TEXTS.results} aria-busy={!isSettled} tabIndex={-1}>
      {groups.map(({ title, results }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
        <div key={title} role="group" aria-label={title}>
          <div className="finder__kind" aria-hidden="true">
            {title}
          </div>
          {results.map((result) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and handles keys
            <div
              key={result.key}
              id={optionId(result.key)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element can be styled like this
              role="option"
              aria-selected={result === selected}
              tabIndex={-1}
              className={result === selected ? 'found is-on' : 'found'}
              onPointerMove={() => {
                if (result !== selected) select(result);
              }}
              onClick={() => open(result)}
            >
              <ResultLine result={result} q={q} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The finder: one field over everything, with a list that the arrow keys move through while the focus stays in the field. */
export default function Finder({ onClose }: { onClose: () => void }) {
  const finder = useFinder(onClose);
  const { typed, type, q, groups, isSettled, foundCount, selected, search } = finder;
  const layer = useOverlayContainer();
  const { saveFocus, restoreFocus } = useRestoreFocus();
  const input = useRef<HTMLInputElement>(null);
  const query = useQueryField({ field: input, value: typed, onChange: type });
  const id = useId();
  const optionId = (key: string) => `${id}-${key}`;
  const selectedId = selected && optionId(selected.key);
  useEffect(() => {
    if (selectedId !== undefined) document.getElementById(selectedId)?.scrollIntoView?.({ block: 'nearest' });
  }, [selectedId]);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal container={layer}>
        <Radix.Overlay className="scrim finder-scrim">
          <Radix.Content
            className="finder"
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              saveFocus();
              event.preventDefault();
              input.current?.focus();
            }}
            onEscapeKeyDown={(event) => {
              // The field closes its list.
              if (query.isOpen) event.preventDefault();
            }}
            onCloseAutoFocus={(event) => {
              restoreFocus(event);
              finder.runChosen();
            }}
          >
            <Radix.Title className="vh">{TEXTS.title}</Radix.Title>
            <div>
              <div className="finder__input">
                <svg className="icon finder__cross" viewBox="0 0 26 26" aria-hidden="true">
                  <circle cx="13" cy="13" r="9" />
                  <path d="M13 1v7M13 18v7M1 13h7M18 13h7" />
                </svg>
                <QueryChips query={query} />
                <input
                  ref={input}
                  className="finder__query"
                  role="combobox"
                  aria-label={TEXTS.input}
                  aria-expanded={groups.length > 0 || query.isOpen}
                  aria-controls={`${id}-list`}
                  aria-activedescendant={selectedId}
                  placeholder={query.filters.length === 0 ? TEXTS.placeholder : undefined}
                  dir="auto"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  enterKeyHint="go"
                  {...query.input}
                  onKeyDown={(event) => {
                    if (!query.onKey(event)) finder.handleKeyDown(event);
                  }}
                />
                <Radix.Close className="finder__key finder__close" aria-label={TEXTS.close}>
                  {TEXTS.esc}
                </Radix.Close>
              </div>
              <QueryOptions query={query} />
            </div>
            <output className="vh">
              {q !== '' && !finder.isCommand && isSettled && !search.isError && TEXTS.count(foundCount)}
            </output>
            <div className={foundCount > 0 ? 'finder__grid has-preview' : 'finder__grid'}>
              <div className="finder__results">
                <Options id={`${id}-list`} finder={finder} optionId={optionId} />
                <div className="finder__message">
                  <Message finder={finder} />
                </div>
              </div>
              {foundCount > 0 && selected && <FinderPreview key={selected.key} result={selected} />}
            </div>
            <div className="finder__foot" aria-hidden="true">
              <span>
                <Key>↑</Key>
                <Key>↓</Key>
                {TEXTS.keys.move}
              </span>
              <span>
                <Key>{TEXTS.keys.enter}</Key>
                {TEXTS.keys.open}
              </span>
              {selected?.nodeHref !== undefined && (
                <span>
                  <Key>{TEXTS.keys.both}</Key>
                  {TEXTS.keys.constellation}
                </span>
              )}
              <span className="finder__prefixes">{TEXTS.prefixes}</span>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
