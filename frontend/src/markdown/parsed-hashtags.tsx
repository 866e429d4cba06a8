import { hashtagsOf } from '@oniverse/markdown';
import { useMemo } from 'react';
import type { HashtagsProps } from './hashtags.js';

/** Fetched with the first document, because it parses the text. */
export function ParsedHashtags({ text, children }: HashtagsProps) {
  const tags = useMemo(() => hashtagsOf(text), [text]);
  return children(tags);
}
