import { findMentions } from '@oniverse/contracts';
import {
  anchorHeadings,
  hashtagsOf,
  linkHashtags,
  linkNames,
  MARKDOWN_PLUGINS,
  TAG_PROPERTY,
} from '@oniverse/markdown';
import type { Element, Root } from 'hast';
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  useContext,
  useEffect,
  useId,
  useMemo,
} from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import { CodeBlock } from '../code/code-block.js';
import { TagLink } from '../tags/tag-link.js';
import { openHeading } from './anchors.js';
import type { MarkdownProps } from './markdown.js';
import { PlainText } from './plain-text.js';
import { MarkdownPicture } from './markdown-picture.js';
import { MARKDOWN_TEXTS } from './markdown.texts.js';
import type { HashtagsProps } from './hashtags.js';

/** Fetched with the first document, because it parses the text. */
export function ParsedHashtags({ text, children }: HashtagsProps) {
  const tags = useMemo(() => hashtagsOf(text), [text]);
  return children(tags);
}

/** Marks links created by `linkMentions`. */
export const MENTION_PROPERTY = 'dataMember';

/** A rehype plugin that links each `@name` to its member. */
export const linkMentions = linkNames(MENTION_PROPERTY, (prose) =>
  findMentions(prose).map(({ username: name, ...part }) => ({ ...part, name })),
);

const AuthorContext = createContext('');
/** What the ids of a document start with. */
const PrefixContext = createContext('');
const MentionContext = createContext<MarkdownProps['mention']>(undefined);

const LEVELS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** GitHub's sanitizing schema. */
const SCHEMA: Schema = { ...defaultSchema, clobberPrefix: '' };

const isInternal = (href: string | undefined): boolean =>
  href?.startsWith('#') === true || (href?.startsWith('/') === true && !href.startsWith('//'));

/** Gives each block except code the direction of its own text. */
function setBlockDirection() {
  return (tree: Root): void => {
    for (const block of tree.children) {
      if (block.type === 'element' && block.tagName !== 'pre') block.properties['dir'] = 'auto';
    }
  };
}

function Anchor({ node, href, children, ...rest }: ComponentProps<'a'> & ExtraProps) {
  const prefix = useContext(PrefixContext);
  const linkMention = useContext(MentionContext);
  const tag = node?.properties[TAG_PROPERTY];
  const username = node?.properties[MENTION_PROPERTY];
  const child = node?.children[0];
  if (typeof tag === 'string' && child?.type === 'text') {
    return <TagLink tag={tag} className="link" text={child.value} />;
  }
  const openHere = ({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
    if (href?.startsWith('#') && !altKey && !ctrlKey && !metaKey && !shiftKey) openHeading(href, prefix);
  };
  if (typeof username === 'string' && linkMention && child?.type === 'text') {
    return linkMention(username, child.value);
  }
  const externalProps = isInternal(href) ? {} : { target: '_blank', rel: 'nofollow noopener noreferrer ugc' };
  return (
    <bdi>
      <a className="link" href={href} onClick={openHere} {...rest} {...externalProps}>
        {children}
      </a>
    </bdi>
  );
}

/** Scrolls sideways, by keyboard too. A group, because a page has only a few landmarks, each with another name. */
function Table({ node: _node, ...rest }: ComponentProps<'table'> & ExtraProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the elements with this role are for fields or disclosure
    <section role="group" className="markdown__table" aria-label={MARKDOWN_TEXTS.table} tabIndex={0}>
      <table {...rest} />
    </section>
  );
}

const LANGUAGE_CLASS = 'language-';

function languageOf(code: Element): string | undefined {
  const names = code.properties['className'];
  const name: unknown = Array.isArray(names) ? names[0] : undefined;
  return typeof name === 'string' && name.startsWith(LANGUAGE_CLASS)
    ? name.slice(LANGUAGE_CLASS.length)
    : undefined;
}

function Code({ node }: ExtraProps) {
  const child = node?.children[0];
  // The part beyond the caps, which contains no code.
  if (child?.type === 'text') return <PlainText text={child.value} />;
  if (child?.type !== 'element') return null;
  const text = child.children.map((part) => (part.type === 'text' ? part.value : '')).join('');
  // The parser ends each block with a line break.
  return <CodeBlock text={text.replace(/\n$/u, '')} language={languageOf(child)} />;
}

function TaskCheckbox({ node: _node, checked, type, ...rest }: ComponentProps<'input'> & ExtraProps) {
  const label = checked ? MARKDOWN_TEXTS.done : MARKDOWN_TEXTS.open;
  return <input {...rest} type={type} defaultChecked={checked} disabled aria-label={label} />;
}

function Picture({ node: _node, src, alt, title }: ComponentProps<'img'> & ExtraProps) {
  const authorId = useContext(AuthorContext);
  const address = typeof src === 'string' ? src : undefined;
  return <MarkdownPicture src={address} alt={alt ?? ''} title={title} authorId={authorId} />;
}

/** Headings start at level `first` but keep the style of the written level. */
function headingsFrom(first: number): Components {
  return Object.fromEntries(
    LEVELS.map((written, index) => {
      const Level = LEVELS[Math.min(index + first - 1, LEVELS.length - 1)] ?? 'h6';
      return [
        written,
        ({ node: _node, ...rest }: ComponentProps<'h1'> & ExtraProps) => (
          <Level {...rest} className={`markdown__like-${written}`} />
        ),
      ];
    }),
  );
}

const COMPONENTS: readonly Components[] = LEVELS.map((_, index) => ({
  a: Anchor,
  table: Table,
  pre: Code,
  input: TaskCheckbox,
  img: Picture,
  ...headingsFrom(index + 1),
}));

const REHYPE_PLUGINS: NonNullable<Options['rehypePlugins']> = [[rehypeSanitize, SCHEMA], setBlockDirection];

/** Renders a text. Fetched with the first document. */
export default function MarkdownDocument({
  text,
  authorId,
  firstHeading = 2,
  followsHash = false,
  mention,
}: Omit<MarkdownProps, 'className'>) {
  const prefix = `${useId()}-`;
  useEffect(() => {
    if (followsHash) openHeading(window.location.hash, prefix);
  }, [followsHash, prefix]);
  const plugins: typeof REHYPE_PLUGINS = [...REHYPE_PLUGINS, [anchorHeadings, { prefix }]];
  return (
    <AuthorContext value={authorId}>
      <PrefixContext value={prefix}>
        <MentionContext value={mention}>
          <ReactMarkdown
            remarkPlugins={MARKDOWN_PLUGINS}
            remarkRehypeOptions={{ clobberPrefix: prefix }}
            rehypePlugins={mention ? [...plugins, linkHashtags, linkMentions] : plugins}
            components={COMPONENTS[firstHeading - 1]}
          >
            {text}
          </ReactMarkdown>
        </MentionContext>
      </PrefixContext>
    </AuthorContext>
  );
}
