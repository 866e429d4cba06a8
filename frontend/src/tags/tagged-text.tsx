import { findHashtags } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import type { TaggedKind } from './tag-address.js';
import { TagLink } from './tag-link.js';

interface TaggedTextProps {
  text: string;
  kind: TaggedKind;
}

export function TaggedText({ text, kind }: TaggedTextProps) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { start, text: written, tag } of findHashtags(text)) {
    parts.push(
      text.slice(end, start),
      <TagLink key={start} tag={tag} kind={kind} className="link" text={written} />,
    );
    end = start + written.length;
  }
  return [...parts, text.slice(end)];
}
