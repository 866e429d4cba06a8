import '../../../ui/action.css';
import './posts.css';
import { type AttachmentView, postPath, type PostView } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../../session/session.js';
import { TagRow } from '../../../tags/tag-row.js';
import { Avatar } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { Icon, type IconName } from '../../../ui/icons.js';
import { memberName } from '../../../ui/member-name.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { LinkedMarkdown, MemberLink } from '../../people/member-card/index.js';
import { AttachedFiles } from '../../talk/attachments/index.js';
import { BookmarkButton } from '../bookmarks/index.js';
import { postPageQuery } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';
import { RippleButton } from './ripple-button.js';

/**
 * Truncates a text before it is parsed, so that a long text costs no parsing time.
 * @param max in Unicode characters
 * @returns undefined if the text is not longer than that
 */
export function truncate(text: string, max: number): string | undefined {
  // A character has at most two UTF-16 units, so this part is long enough to decide.
  const characters = Array.from(text.slice(0, 2 * (max + 1)));
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : undefined;
}

const PREVIEW_CHARACTERS = 300;

interface ActionProps {
  icon?: IconName;
  /** The id of the title, which describes the action. */
  of: string;
  pending?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Action({ icon, of, pending = false, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      className={icon ? 'act' : 'act accent'}
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

function PostText({ post, of, level }: { post: PostView; of: string; level: number }) {
  const [isExpanded, setExpanded] = useState(false);
  const { data: page } = useQuery({ ...postPageQuery(post.id), enabled: isExpanded && post.isExcerpt });
  const whole = post.isExcerpt ? page?.post.markdownContent : post.markdownContent;
  const beginning = truncate(post.markdownContent, PREVIEW_CHARACTERS);
  const text = isExpanded ? (whole ?? post.markdownContent) : (beginning ?? post.markdownContent);
  return (
    <>
      <LinkedMarkdown className="post__text" text={text} authorId={post.userId} firstHeading={level} />
      {beginning !== undefined && (
        <Action of={of} onClick={() => setExpanded(!isExpanded)}>
          {isExpanded ? POSTS_TEXTS.showLess : POSTS_TEXTS.readMore}
        </Action>
      )}
      {isExpanded && whole === undefined && (
        <Link to={postPath(post.author.username, post.id)} className="act accent" aria-describedby={of}>
          {POSTS_TEXTS.readOn}
        </Link>
      )}
      <FirstFiles post={post} of={of} />
      <TagRow tags={post.tags} text={text} className="post__tags" />
    </>
  );
}

/** The number of files that a list shows of a post. */
const FILES_SHOWN = 4;

const isPicture = ({ kind }: AttachmentView): boolean => kind === 'picture';

/** The first files of a post, pictures before others as on its page. */
function FirstFiles({ post, of }: { post: PostView; of: string }) {
  const { author, attachments = [] } = post;
  const ordered = [...attachments.filter(isPicture), ...attachments.filter((file) => !isPicture(file))];
  const rest = ordered.length - FILES_SHOWN;
  return (
    <>
      <AttachedFiles attachments={ordered.slice(0, FILES_SHOWN)} />
      {rest > 0 && (
        <Link to={postPath(author.username, post.id)} className="act accent" aria-describedby={of}>
          {POSTS_TEXTS.moreFiles(rest)}
        </Link>
      )}
    </>
  );
}

/** What members do with a shown post of others, and where they answer it. */
function Responses({ post, of }: { post: PostView; of: string }) {
  const { user } = useSession();
  if (!user || !post.isPublic || post.isArchived) return null;
  return (
    <>
      {post.userId !== user.id && <RippleButton post={post} of={of} />}
      {!post.areRepliesClosed && (
        <Link to={postPath(post.author.username, post.id)} hash="reply" className="act" aria-describedby={of}>
          {MENU_ICONS.reply}
          {POSTS_TEXTS.reply}
        </Link>
      )}
    </>
  );
}

export interface PostCardProps {
  post: PostView;
  level?: 2 | 3 | 4;
  /** Whether a change is pending, which disables the actions. */
  pending?: boolean;
  /** Why the reader sees it, beside the time. */
  reason?: ReactNode;
  onVisibility?: () => void;
  onArchive?: () => void;
  menu?: ReactNode;
}

/** A post. Its actions only call back; the page carries them out. */
export function PostCard({
  post,
  level = 3,
  pending = false,
  reason,
  onVisibility,
  onArchive,
  menu,
}: PostCardProps) {
  const titleId = useId();
  const { title, author, isPublic, isHeld = false, isArchived, createdAt } = post;
  const Heading = `h${level}` as const;
  return (
    <article className="post__content" aria-labelledby={titleId} aria-busy={pending}>
      <div className="post__head">
        <div className="post__facts">
          <MemberLink className="post__author" username={author.username}>
            <Avatar name={memberName(author)} src={author.profileImageUrl} size="s" />
            <bdi>{memberName(author)}</bdi>
          </MemberLink>
          <RelativeTime at={createdAt} />
          {reason}
          {!isPublic && (
            <Badge {...(isHeld && { tone: 'warm' })}>{isHeld ? POSTS_TEXTS.held : POSTS_TEXTS.private}</Badge>
          )}
          {isArchived && (
            <Badge filled tone="warm">
              {POSTS_TEXTS.archived}
            </Badge>
          )}
        </div>
        {menu}
      </div>
      <Heading className="post__title" id={titleId} dir="auto">
        <Link to={postPath(author.username, post.id)}>{title}</Link>
      </Heading>
      <PostText post={post} of={titleId} level={level + 1} />
      <div className="post__actions">
        <Responses post={post} of={titleId} />
        {!isArchived && <BookmarkButton kind="post" subject={post.id} name={title} />}
        {onVisibility && !isHeld && (
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
    </article>
  );
}
