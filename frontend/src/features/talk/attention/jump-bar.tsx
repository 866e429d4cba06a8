import './attention.css';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { ATTENTION_TEXTS } from './attention.texts.js';
import type { Jumps } from './use-jumps.js';

const { jumps: TEXTS } = ATTENTION_TEXTS;

interface JumpBarProps {
  jumps: Jumps;
  /** The number of new messages, and the time of the last one read; undefined if they are unknown. */
  count: number | undefined;
  since: string | undefined;
}

/** Leads to the first unread message and to mentions, while they are out of view. */
export function JumpBar({ jumps, count, since }: JumpBarProps) {
  const { isUnreadAway, mentions, hasMoreMentions, jumpToUnread, jumpToMention, dismiss } = jumps;
  if (!isUnreadAway && mentions === 0) return null;
  const dismissal = <IconButton small icon="check" name={TEXTS.markRead} onClick={dismiss} />;
  return (
    <section className="jumps" aria-label={TEXTS.name}>
      {isUnreadAway && (
        <span className="jumps__group">
          <Button small onClick={jumpToUnread} aria-keyshortcuts="Alt+Shift+ArrowUp">
            {TEXTS.unread(count, since)}
          </Button>
          {dismissal}
        </span>
      )}
      {mentions > 0 && (
        <span className="jumps__group">
          <Button
            small
            className="jumps__mentions"
            onClick={jumpToMention}
            aria-label={TEXTS.mentions(mentions, hasMoreMentions)}
            aria-keyshortcuts="Alt+Shift+ArrowDown"
          >
            {TEXTS.mention}
            <span className="num">{hasMoreMentions ? `${mentions}+` : mentions}</span>
          </Button>
          {!isUnreadAway && dismissal}
        </span>
      )}
    </section>
  );
}
