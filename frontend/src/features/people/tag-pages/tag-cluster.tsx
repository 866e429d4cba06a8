import type { TagPageView } from '@oniverse/contracts';
import { useMemo } from 'react';
import { Lines } from '../../../ui/marks.js';
import { type Box, clusterOf } from './cluster.js';
import { namesOf, TAG_PAGE_TEXTS as TEXTS } from './tag-page.texts.js';

const WIDE = { width: 800, height: 560 };
const NARROW = { width: 760, height: 330 };
/** Where the view box begins beside the word, and the word's measures at its largest, in its units. */
const VIEW_LEFT = 510;
const WORD = { y: 60, height: 230, letter: 137, max: 1_065 };
const BELOW_WORD = { x: 0, y: 290, width: 250, height: 270 };

/** The word and the buttons, which the cluster keeps clear of. */
function boxesOf(tag: string): Box[] {
  const width = Math.min(WORD.max, (Array.from(tag).length + 1) * WORD.letter) - VIEW_LEFT;
  return [{ x: 0, y: WORD.y, width: Math.max(0, width), height: WORD.height }, BELOW_WORD];
}

interface TagClusterProps {
  page: Pick<TagPageView, 'name' | 'cluster' | 'members'>;
  wide: boolean;
}

/** The width that a name near an edge needs on one side. */
const NAME_SPACE = 90;

const anchorOf = (x: number, width: number): 'start' | 'middle' | 'end' =>
  x < NAME_SPACE ? 'start' : x > width - NAME_SPACE ? 'end' : 'middle';

/** The members of a tag and the lines between them. */
export function TagCluster({ page, wide }: TagClusterProps) {
  const view = wide ? WIDE : NARROW;
  const { nodes, lines, ownLines } = useMemo(
    () => clusterOf(page, wide ? WIDE : NARROW, wide ? boxesOf(page.name) : []),
    [page, wide],
  );
  if (nodes.length === 0) return null;
  const names = namesOf(page);
  return (
    <svg
      className={wide ? 'tag-page__chart tag-page__chart--wide' : 'tag-page__chart tag-page__chart--narrow'}
      viewBox={`0 0 ${view.width} ${view.height}`}
      aria-hidden="true"
    >
      <Lines lines={lines} />
      <Lines lines={ownLines} className="c-ring" />
      {nodes.map(({ id, username, isCurrentUser, isNear, x, y, r }) => (
        <g key={id}>
          <circle
            className={isCurrentUser ? 'c-ring-warm' : 'c-faint'}
            cx={x}
            cy={y}
            r={isCurrentUser ? 8 : 6}
          />
          <circle className={isCurrentUser ? 'c-warm' : 'c-star'} cx={x} cy={y} r={r} />
          {(isCurrentUser || isNear) && (
            <text
              className={isCurrentUser ? 'c-name tag-page__you' : 'c-name'}
              x={x}
              y={y - 15}
              textAnchor={anchorOf(x, view.width)}
            >
              {isCurrentUser ? TEXTS.you : (names.get(username) ?? username)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
