import { useId } from 'react';
import { Button } from '../../ui/button.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { useComposer } from './use-composer.js';

interface MessageComposerProps {
  channelId: string;
  channelName: string;
  userId: string;
}

/** Where a member writes. Works while the connection is lost, too. Another channel needs another one: give it a key. */
export function MessageComposer({ channelId, channelName, userId }: MessageComposerProps) {
  const { field, text, left, write, onKeyDown, onSubmit } = useComposer(channelId, userId);
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
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          aria-invalid={isOver}
          {...(left !== null && { 'aria-describedby': `${id}-left` })}
        />
        {left !== null && (
          <output id={`${id}-left`} className={isOver ? 'say__left mic dg' : 'say__left mic'}>
            {isOver ? MESSAGE_TEXTS.over(-left) : MESSAGE_TEXTS.left(left)}
          </output>
        )}
      </div>
      <Button type="submit" look="primary" disabled={isOver}>
        {MESSAGE_TEXTS.send}
      </Button>
    </form>
  );
}
