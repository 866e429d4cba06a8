import './posts.css';
import { type Author, POST_PREVIEW, type PostView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { Markdown } from '../../markdown/markdown.js';
import { Badge } from '../../ui/badge.js';
import { Icon, type IconName } from '../../ui/icons.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { beginningOf } from './post.js';
import { POSTS_TEXTS } from './posts.texts.js';

interface ActionProps {
  icon?: IconName;
  /** The id of the title, which says what is acted upon. */
  of: string;
  pending?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ icon, of, pending = false, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      className={icon ? 'act' : 'act ac'}
      aria-describedby={of}
      aria-disabled={pending}
      onClick={() => {
        if (!pending) onClick();
      }}
    >
      {icon && <Icon name={icon} small />}
      {children}
    </button>
  );
}

function PostTags({ tags, onTag }: { tags: readonly string[]; onTag?: ((tag: string) => void) | undefined }) {
  return (
    <ul className="tags post__tags">
      {tags.map((tag) => (
        <li key={tag}>
          {onTag ? (
            <button
              type="button"
              className="tag"
              aria-label={POSTS_TEXTS.withTag(tag)}
              onClick={() => onTag(tag)}
            >
              #{tag}
            </button>
          ) : (
            <span className="tag">#{tag}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function PostText({ post, of, level }: { post: PostView; of: string; level: number }) {
  const [whole, setWhole] = useState(false);
  const beginning = beginningOf(post.markdownContent, POST_PREVIEW.characters);
  const text = whole ? post.markdownContent : (beginning ?? post.markdownContent);
  return (
    <>
      <Markdown className="post__text" text={text} authorId={post.userId} firstHeading={level} />
      {beginning !== undefined && (
        <Action of={of} onClick={() => setWhole(!whole)}>
          {whole ? POSTS_TEXTS.showLess : POSTS_TEXTS.readMore}
        </Action>
      )}
    </>
  );
}

/** Where a member's page is. */
const pageOf = ({ username }: Author): string => `/u/${username}`;

export interface PostCardProps {
  post: PostView;
  /** The level of its title in the page. */
  level?: 2 | 3 | 4;
  /** Whether a change of it is on its way: its actions wait. */
  pending?: boolean;
  /** Where given: the action `Make Private`, or `Make Public`. */
  onVisibility?: () => void;
  /** Where given: the action `Archive`, or `Unarchive` on an archived post. */
  onArchive?: () => void;
  /** Where given: what a click on one of its tags does. */
  onTag?: (tag: string) => void;
  /** What else its author can do with it, behind a button. */
  menu?: ReactNode;
}

/** A post. It shows, and calls back: what becomes of it is the page's. */
export function PostCard({
  post,
  level = 3,
  pending = false,
  onVisibility,
  onArchive,
  onTag,
  menu,
}: PostCardProps) {
  const titleId = useId();
  const { title, author, isPublic, isArchived, createdAt, tags } = post;
  const Heading = `h${level}` as const;
  return (
    <article className="post__c" aria-labelledby={titleId} aria-busy={pending}>
      <div className="post__h">
        <div className="post__m">
          <Link className="post__by" to={pageOf(author)}>
            {POSTS_TEXTS.by(author.displayName || author.username)}
          </Link>
          <RelativeTime at={createdAt} />
          {!isPublic && <Badge>{POSTS_TEXTS.private}</Badge>}
          {isArchived && (
            <Badge filled tone="warm">
              {POSTS_TEXTS.archived}
            </Badge>
          )}
        </div>
        {menu}
      </div>
      <Heading className="post__t" id={titleId}>
        {title}
      </Heading>
      <PostText post={post} of={titleId} level={level + 1} />
      {tags.length > 0 && <PostTags tags={tags} onTag={onTag} />}
      {(onVisibility ?? onArchive) && (
        <div className="post__a">
          {onVisibility && (
            <Action
              icon={isPublic ? 'private' : 'public'}
              of={titleId}
              pending={pending}
              onClick={onVisibility}
            >
              {isPublic ? POSTS_TEXTS.makePrivate : POSTS_TEXTS.makePublic}
            </Action>
          )}
          {onArchive && (
            <Action icon="archive" of={titleId} pending={pending} onClick={onArchive}>
              {isArchived ? POSTS_TEXTS.unarchive : POSTS_TEXTS.archive}
            </Action>
          )}
        </div>
      )}
    </article>
  );
}
