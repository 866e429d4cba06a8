import { findHashtags } from '@oniverse/contracts';
import { TagLink } from './tag-link.js';

interface TagRowProps {
  tags: readonly string[];
  /** The text above the row, whose hashtags are links there. */
  text: string;
  className?: string;
}

/**
 * A row of tags, each a link, without those that the text has already. A hashtag in code counts as one of them: only the
 * parser of markdown could tell.
 */
export function TagRow({ tags, text, className = '' }: TagRowProps) {
  const shown = new Set(findHashtags(text).map(({ tag }) => tag));
  const others = tags.filter((tag) => !shown.has(tag));
  if (others.length === 0) return null;
  return (
    <ul className={`tags ${className}`.trimEnd()}>
      {others.map((tag) => (
        <li key={tag}>
          <TagLink tag={tag} className="tag" />
        </li>
      ))}
    </ul>
  );
}
