import { findHashtags, tagPath } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export function TaggedText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { start, text: written, tag } of findHashtags(text)) {
    parts.push(text.slice(end, start), <TagLink key={start} tag={tag} className="link" text={written} />);
    end = start + written.length;
  }
  return [...parts, text.slice(end)];
}

interface TagLinkProps {
  tag: string;
  className?: string;
  /** The tag as written. Defaults to its stored form. */
  text?: string;
}

/** Every tag leads to its page. */
export function TagLink({ tag, className, text = `#${tag}` }: TagLinkProps) {
  return (
    <Link to={tagPath(tag)} {...(className && { className })}>
      <bdi>{text}</bdi>
    </Link>
  );
}
