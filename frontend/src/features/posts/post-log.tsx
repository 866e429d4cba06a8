import './posts.css';
import type { PostView } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { seeded } from '../../ui/figures/geometry.js';
import { useKeptPlace } from './use-kept-place.js';

/** How wide the spine is, and between which places of it the dots stand. */
const SPINE = { width: 56, from: 10, to: 46 } as const;

/** Where on the spine a post stands: the same place wherever it is shown. */
export const placeOf = (id: string): number =>
  Math.round(SPINE.from + seeded(id)() * (SPINE.to - SPINE.from));

interface PostLogProps {
  label: string;
  posts: readonly PostView[];
  /** Draws one of them. */
  children: (post: PostView) => ReactNode;
}

/** Posts along a spine: a dot for each, filled where it is public, joined by a line to the next one. */
export function PostLog({ label, posts, children }: PostLogProps) {
  const list = useKeptPlace(posts);
  return (
    <ol className="log" aria-label={label} ref={list}>
      {posts.map((post, index) => {
        const place = placeOf(post.id);
        const next = posts[index + 1];
        return (
          <li className="post" key={post.id} tabIndex={-1} data-post={post.id}>
            <span
              className={post.isPublic ? 'post__n' : 'post__n is-priv'}
              style={{ left: `calc(${place}px * var(--k))` }}
              aria-hidden="true"
            />
            {next && (
              <svg
                className="post__seg"
                aria-hidden="true"
                preserveAspectRatio="none"
                viewBox={`0 0 ${SPINE.width} 100`}
              >
                <line
                  className="c-line"
                  vectorEffect="non-scaling-stroke"
                  x1={place}
                  y1="0"
                  x2={placeOf(next.id)}
                  y2="100"
                />
              </svg>
            )}
            {children(post)}
          </li>
        );
      })}
    </ol>
  );
}
