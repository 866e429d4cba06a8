import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.js';
import type * as Parts from './markdown-document.js';

const ParsedHashtags = lazyPart(async () => {
  // See `lazyPart` for `undefined`.
  const parts: typeof Parts | undefined = await import('./markdown-document.js');
  return parts && { default: parts.ParsedHashtags };
});

export interface HashtagsProps {
  text: string;
  /** Shows the hashtags of the text. */
  children: (tags: readonly string[]) => ReactNode;
}

/** Finds the hashtags of a markdown text, as its page shows them. */
export function Hashtags({ text, children }: HashtagsProps) {
  return (
    <Suspense>
      <ParsedHashtags text={text}>{children}</ParsedHashtags>
    </Suspense>
  );
}
