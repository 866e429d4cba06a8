import { useId } from 'react';
import { Button } from '../../ui/button.js';
import { editLastOf } from './messages.changes.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import type { Mentionable } from './mentions.js';
import { useComposer } from './use-composer.js';
import { type MentionList, useMentions } from './use-mentions.js';

interface MentionOptionsProps {
  id: string;
  list: MentionList;
}

/** Who can be mentioned, over the field. The field keeps the focus. */
function MentionOptions({ id, list: { people, chosen, take } }: MentionOptionsProps) {
  return (
    // A list that opens beside a field is of options (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is drawn like this
    <div id={id} className="pop say__who" role="listbox" aria-label={MESSAGE_TEXTS.people}>
      {people.map(({ userId, username, displayName }, place) => (
        <div
          key={userId}
          id={`${id}-${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is drawn like this
          role="option"
          aria-selected={place === chosen}
          className="pop__i"
          {...(place === chosen && { 'data-highlighted': '' })}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            take(username);
          }}
        >
          <span>@{username}</span>
          {displayName !== null && <span className="t3">{displayName}</span>}
        </div>
      ))}
    </div>
  );
}

interface MessageComposerProps {
  channelId: string;
  channelName: string;
  userId: string;
  /** Who can be mentioned here, as far as is known. */
  people: readonly Mentionable[];
  /** Told the beginning of a name that is being written behind an @; nothing where there is none. */
  onMention: (begun: string) => void;
}

/** Where a member writes. Works while the connection is lost, too. Another channel needs another one: give it a key. */
export function MessageComposer(props: MessageComposerProps) {
  const { channelId, channelName, userId, people, onMention } = props;
  const { field, text, left, write, onKeyDown, onSubmit } = useComposer(channelId, userId, () =>
    editLastOf(channelId, userId),
  );
  const mentions = useMentions({ field, text, write, people, onMention });
  const isOffering = mentions.people.length > 0;
  const id = useId();
  const isOver = left !== null && left < 0;
  return (
    <form className="say" onSubmit={onSubmit}>
      <div className="say__f" data-text={text}>
        <label className="vh" htmlFor={id}>
          {MESSAGE_TEXTS.label(channelName)}
        </label>
        <span className="say__p" aria-hidden="true">
          &gt;
        </span>
        <textarea
          ref={field}
          id={id}
          className={isOver ? 'in is-bad' : 'in'}
          rows={1}
          value={text}
          onChange={(event) => {
            write(event.target.value);
            mentions.onCaret();
          }}
          onSelect={mentions.onCaret}
          onKeyDown={(event) => {
            if (mentions.onKey(event)) event.preventDefault();
            else onKeyDown(event);
          }}
          aria-invalid={isOver}
          {...(left !== null && { 'aria-describedby': `${id}-left` })}
          aria-autocomplete="list"
          {...(isOffering && {
            'aria-controls': `${id}-who`,
            'aria-activedescendant': `${id}-who-${mentions.chosen}`,
          })}
        />
        {isOffering && <MentionOptions id={`${id}-who`} list={mentions} />}
        {left !== null && (
          <span id={`${id}-left`} className={isOver ? 'say__left mic dg' : 'say__left mic'}>
            {isOver ? MESSAGE_TEXTS.over(-left) : MESSAGE_TEXTS.left(left)}
          </span>
        )}
        {/* Said once, and not with every letter: the count is read where the field is. */}
        <output className="vh">{isOver && MESSAGE_TEXTS.tooLong}</output>
      </div>
      <Button type="submit" look="primary" disabled={isOver}>
        {MESSAGE_TEXTS.send}
      </Button>
    </form>
  );
}
