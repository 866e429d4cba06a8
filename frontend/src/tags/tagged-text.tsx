import { findHashtags } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { TagLink } from './tag-link.js';

export function TaggedText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { start, text: written, tag } of findHashtags(text)) {
    parts.push(text.slice(end, start), <TagLink key={start} tag={tag} className="link" text={written} />);
    end = start + written.length;
  }
  return [...parts, text.slice(end)];
}
