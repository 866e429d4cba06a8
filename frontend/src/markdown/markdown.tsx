import './markdown.css';
import { Component, memo, type ReactNode, Suspense } from 'react';
import { lazyPart } from '../ui/lazy-part.js';
import { PlainText } from './plain-text.js';

const MarkdownDocument = lazyPart(() => import('./markdown-document.js'));

/** Renders the link of an `@name`. @param text as written */
export type LinkMention = (username: string, text: string) => ReactNode;

export interface MarkdownProps {
  text: string;
  /** Consent to external pictures is stored per author. */
  authorId: string;
  /** The level of `#` on this page, 1 to 6. */
  firstHeading?: number;
  /** Whether the hash of the page's address may name a heading. */
  followsHash?: boolean;
  /** Links an `@name` to its member. With it, hashtags are links too. */
  mention?: LinkMention;
  className?: string;
}

interface DocumentBoundaryProps {
  text: string;
  children: ReactNode;
}

interface DocumentBoundaryState {
  text: string;
  isBroken: boolean;
}

/** Shows plain text if rendering the document fails. Retries when the text changes. */
class DocumentBoundary extends Component<DocumentBoundaryProps, DocumentBoundaryState> {
  override state: DocumentBoundaryState = { text: this.props.text, isBroken: false };

  static getDerivedStateFromError(): Partial<DocumentBoundaryState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps(
    { text }: DocumentBoundaryProps,
    state: DocumentBoundaryState,
  ): DocumentBoundaryState | null {
    return text === state.text ? null : { text, isBroken: false };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <PlainText text={this.props.text} /> : this.props.children;
  }
}

/** No input can execute code or hang or break the page. At worst the text is shown as written. */
export const Markdown = memo(function Markdown({
  text,
  authorId,
  firstHeading = 2,
  followsHash = false,
  mention,
  className,
}: MarkdownProps) {
  return (
    <div className={className === undefined ? 'markdown' : `markdown ${className}`}>
      <DocumentBoundary text={text}>
        <Suspense fallback={<PlainText text={text} />}>
          <MarkdownDocument
            text={text}
            authorId={authorId}
            firstHeading={firstHeading}
            followsHash={followsHash}
            {...(mention && { mention })}
          />
        </Suspense>
      </DocumentBoundary>
    </div>
  );
});
