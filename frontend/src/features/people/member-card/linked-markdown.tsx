import { Markdown, type MarkdownProps } from '../../../markdown/markdown.js';
import { MemberLink } from './member-link.js';

const linkMention = (username: string, text: string) => (
  <MemberLink username={username} className="link">
    {text}
  </MemberLink>
);

/** A text in which each `@name` and `#tag` is a link. */
export function LinkedMarkdown(props: Omit<MarkdownProps, 'mention'>) {
  return <Markdown {...props} mention={linkMention} />;
}
