import { type ActiveMember, useActive } from '../../../live/active-members.js';
import { joinStars } from '../../../ui/figures/geometry.js';
import { FigureMarks } from '../../../ui/marks.js';
import type { HiddenById } from '../../safety/safety/index.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { typingStore } from './typing.store.js';

const FIGURE = joinStars(
  [
    { x: 5, y: 11, r: 1.7 },
    { x: 21, y: 4, r: 2.2 },
    { x: 38, y: 10, r: 1.7 },
  ],
  [
    [0, 1],
    [1, 2],
  ],
  4,
);
const { typing: TEXTS } = MESSAGE_TEXTS;

function Names({ typists }: { typists: readonly ActiveMember[] }) {
  const [first, second] = typists.map(({ username }) => <b key={username}>{username}</b>);
  if (typists.length > 2) return TEXTS.several;
  return second ? TEXTS.two(first, second) : TEXTS.one(first);
}

interface TypingLineProps {
  channelId: string;
  me: string;
  /** Members who are left out. */
  hidden: HiddenById | undefined;
}

/** Always present, so that the layout does not shift. Screen readers announce only the messages. */
export function TypingLine({ channelId, me, hidden }: TypingLineProps) {
  const all = useActive(typingStore, channelId);
  const typists = all.filter(({ userId }) => userId !== me && !hidden?.has(userId));
  return (
    <p className="typing small">
      {typists.length > 0 && (
        <>
          <svg width="44" height="16" viewBox="0 0 44 16" aria-hidden="true">
            <FigureMarks figure={FIGURE} star="c-accent" />
          </svg>
          <span>
            <Names typists={typists} />
          </span>
        </>
      )}
    </p>
  );
}
