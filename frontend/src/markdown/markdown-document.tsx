import type { Root } from 'hast';
import { type ComponentProps, createContext, useContext, useId } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import { visit } from 'unist-util-visit';
import { colourCode } from './code-colours.js';
import type { MarkdownProps } from './markdown.js';
import { MarkdownPicture } from './markdown-picture.js';
import { MARKDOWN_TEXTS } from './markdown.texts.js';

/** Whose document is drawn. */
const Author = createContext('');

const LEVELS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** What is left of a document in the end: GitHub's rules, and the classes that our colouring gives. */
const SCHEMA: Schema = {
  ...defaultSchema,
  clobberPrefix: '',
  attributes: {
    ...defaultSchema.attributes,
    pre: ['dataLang'],
    span: [['className', /^hljs-/]],
  },
};

/** A rehype plugin: HTML that a member wrote is text like any other, so that nothing of theirs is lost or run. */
function showHtml() {
  return (tree: Root): void => {
    visit(tree, 'raw', (node, index, parent) => {
      if (parent && index !== undefined) parent.children[index] = { type: 'text', value: node.value };
    });
  };
}

const isInside = (href: string | undefined): boolean =>
  href?.startsWith('#') === true || (href?.startsWith('/') === true && !href.startsWith('//'));

function Anchor({ node: _node, href, children, ...rest }: ComponentProps<'a'> & ExtraProps) {
  const outside = isInside(href) ? {} : { target: '_blank', rel: 'nofollow noopener noreferrer ugc' };
  return (
    <a className="link" href={href} {...rest} {...outside}>
      {children}
    </a>
  );
}

/** Wide tables scroll in themselves, by keyboard too. */
function Table({ node: _node, ...rest }: ComponentProps<'table'> & ExtraProps) {
  return (
    <section className="md__table" aria-label={MARKDOWN_TEXTS.table} tabIndex={0}>
      <table {...rest} />
    </section>
  );
}

function Code({ node, ...rest }: ComponentProps<'pre'> & ExtraProps) {
  const named = node?.properties['dataLang'];
  const language = typeof named === 'string' ? named : undefined;
  const label = MARKDOWN_TEXTS.code(language);
  return (
    <section className="md__code" aria-label={label} data-lang={language} tabIndex={0}>
      <pre {...rest} />
    </section>
  );
}

function TaskMark({ node: _node, checked, type, ...rest }: ComponentProps<'input'> & ExtraProps) {
  const label = checked ? MARKDOWN_TEXTS.done : MARKDOWN_TEXTS.open;
  return <input {...rest} type={type} defaultChecked={checked} disabled aria-label={label} />;
}

function Picture({ node: _node, src, alt, title }: ComponentProps<'img'> & ExtraProps) {
  const authorId = useContext(Author);
  const address = typeof src === 'string' ? src : undefined;
  return <MarkdownPicture src={address} alt={alt ?? ''} title={title} authorId={authorId} />;
}

/** A document's own headings begin below those of its page, and look as they were written. */
function headingsFrom(first: number): Components {
  return Object.fromEntries(
    LEVELS.map((written, index) => {
      const Level = LEVELS[Math.min(index + first - 1, LEVELS.length - 1)] ?? 'h6';
      return [
        written,
        ({ node: _node, ...rest }: ComponentProps<'h1'> & ExtraProps) => (
          <Level {...rest} className={`md__${written}`} />
        ),
      ];
    }),
  );
}

const DRAWN: readonly Components[] = LEVELS.map((_, index) => ({
  a: Anchor,
  table: Table,
  pre: Code,
  input: TaskMark,
  img: Picture,
  ...headingsFrom(index + 1),
}));

/** A tame text, drawn. Fetched when the first document is to be seen. */
export default function MarkdownDocument({
  text,
  authorId,
  firstHeading = 2,
}: Omit<MarkdownProps, 'className'>) {
  const id = useId();
  return (
    <Author value={authorId}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm, remarkBreaks]}
        remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
        rehypePlugins={[showHtml, colourCode, [rehypeSanitize, SCHEMA]]}
        components={DRAWN[firstHeading - 1]}
      >
        {text}
      </ReactMarkdown>
    </Author>
  );
}
