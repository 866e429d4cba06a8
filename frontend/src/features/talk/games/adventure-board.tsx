import './adventure-board.css';
import type { GameView } from '@oniverse/contracts';
import type { AdventureState } from '@oniverse/games';
import { useEffect, useRef } from 'react';
import { GAMES_TEXTS } from './games.texts.js';
import { namesAt } from './lines.js';

const { table: TEXTS } = GAMES_TEXTS;

interface AdventureBoardProps {
  game: AdventureState;
  players: Pick<GameView, 'players'>;
  label: string;
  /** Absent for those who have voted, or only read. */
  onMove: ((move: string) => void) | undefined;
}

/** The story of an adventure so far, and what its readers vote on. */
export function AdventureBoard({ game, players, label, onMove }: AdventureBoardProps) {
  const { passages, choices } = game;
  const story = useRef<HTMLElement>(null);
  const count = passages.length;
  // What is new stands at the end.
  useEffect(() => {
    const last = story.current?.lastElementChild;
    if (count > 1 && last instanceof HTMLElement) story.current?.scrollTo({ top: last.offsetTop - 8 });
  }, [count]);
  return (
    <div className="adventure">
      <section
        ref={story}
        className="adventure__story"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
        tabIndex={0}
      >
        {passages.map(({ choice, paragraphs }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- passages are never reordered
          <div key={index} className="adventure__passage">
            {choice !== undefined && <p className="adventure__chosen">&gt; {choice}</p>}
            {paragraphs.map((paragraph, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- as above
              <p key={at}>{paragraph}</p>
            ))}
          </div>
        ))}
      </section>
      {choices.length > 0 && (
        <ol className="adventure__choices" aria-label={TEXTS.choices}>
          {choices.map(({ text, votes }, index) => (
            <li key={text}>
              {onMove ? (
                <button type="button" className="adventure__choice" onClick={() => onMove(String(index + 1))}>
                  <span className="faint">{index + 1}.</span> {text}
                </button>
              ) : (
                <p className="adventure__choice">
                  <span className="faint">{index + 1}.</span> {text}
                </p>
              )}
              {votes.length > 0 && (
                <span className="small faint">{TEXTS.votes(namesAt(players, votes))}</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
