import './markdown.css';
import { Component, memo, type ReactNode, Suspense, useMemo } from 'react';
import { lazyPart } from '../ui/lazy-part.js';
import { tameMarkdown } from './markdown-source.js';

const MarkdownDocument = lazyPart(() => import('./markdown-document.js'));

/** A text in markdown, and whose it is. */
export interface MarkdownProps {
  text: string;
  /** Whether pictures from other hosts load is asked once for each author. */
  authorId: string;
  /** The level that a `#` has on this page, 1 to 6. */
  firstHeading?: number;
  className?: string;
}

function PlainText({ text }: { text: string }) {
  return <p className="md__plain">{text}</p>;
}

interface DocumentBoundaryProps {
  text: string;
  children: ReactNode;
}

interface DocumentBoundaryState {
  text: string;
  isBroken: boolean;
}

/** One broken document costs its own looks, never the page's; another text is tried anew. */
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

/**
 * What a member wrote in markdown, drawn: GitHub's tables, lists and line breaks, coloured code. Whatever it
 * holds, it neither runs anything nor hangs or breaks the page: at worst it is seen as it was written.
 */
export const Markdown = memo(function Markdown({
  text,
  authorId,
  firstHeading = 2,
  className,
}: MarkdownProps) {
  const tame = useMemo(() => tameMarkdown(text), [text]);
  return (
    <div className={className === undefined ? 'md' : `md ${className}`}>
      {tame === undefined ? (
        <PlainText text={text} />
      ) : (
        <DocumentBoundary text={text}>
          <Suspense fallback={<PlainText text={text} />}>
            <MarkdownDocument text={tame} authorId={authorId} firstHeading={firstHeading} />
          </Suspense>
        </DocumentBoundary>
      )}
    </div>
  );
});
