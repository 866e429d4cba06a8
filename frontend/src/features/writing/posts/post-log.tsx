import './posts.css';
import type { PostView } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { seededRandom } from '../../../ui/figures/geometry.js';
import { RippleRings } from './ripple-rings.js';
import { useFocusAfterRemoval } from './use-focus-after-removal.js';

/** The width of the timeline, and the horizontal range of its dots, in pixels. */
const SPINE = { width: 56, from: 10, to: 46 } as const;

/** Returns the horizontal position of a post's dot, which depends only on its id. */
export const dotPositionOf = (id: string): number =>
  Math.round(SPINE.from + seededRandom(id)() * (SPINE.to - SPINE.from));

interface PostLogProps {
  label: string;
  posts: readonly PostView[];
  children: (post: PostView) => ReactNode;
}

export function PostLog({ label, posts, children }: PostLogProps) {
  const list = useFocusAfterRemoval(posts);
  return (
    <ol className="log" aria-label={label} ref={list}>
      {posts.map((post, index) => {
        const x = dotPositionOf(post.id);
        const next = posts[index + 1];
        return (
          <li className="post" key={post.id} tabIndex={-1} data-post={post.id}>
            <span
              className={post.isPublic ? 'post__dot' : 'post__dot is-private'}
              style={{ left: `calc(${x}px * var(--k))` }}
              aria-hidden="true"
            />
            {post.hasRipples && <RippleRings place="log" left={`calc(${x}px * var(--k))`} />}
            {next && (
              <svg
                className="post__segment"
                aria-hidden="true"
                preserveAspectRatio="none"
                viewBox={`0 0 ${SPINE.width} 100`}
              >
                <line
                  className="c-line"
                  vectorEffect="non-scaling-stroke"
                  x1={x}
                  y1="0"
                  x2={dotPositionOf(next.id)}
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
