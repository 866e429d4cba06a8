import './post-page.css';
import { isUuid, type CurrentUser, type PostPage as PostPageView, type PostView } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { HttpError } from '../../../api/http.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { TagRow } from '../../../tags/tag-row.js';
import { ProfileTheme } from '../../../theme/profile-theme.js';
import { Avatar } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { copyLink } from '../../../ui/copy-text.js';
import { Failure } from '../../../ui/failure.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { memberName } from '../../../ui/member-name.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Window } from '../../../ui/window.js';
import { BookmarkButton } from '../bookmarks/index.js';
import { LinkedMarkdown, MemberLink } from '../../people/member-card/index.js';
import { AttachedFiles } from '../../talk/attachments/index.js';
import { NotFoundPage } from '../../site/pages/index.js';
import {
  OthersPostMenu,
  PostMenu,
  postPageQuery,
  RippleButton,
  RippleRings,
  usePostActions,
} from '../posts/index.js';
import { PostAside } from './post-aside.js';
import { PostNeighbours } from './post-neighbours.js';
import { POST_PAGE_TEXTS as TEXTS } from './post-page.texts.js';
import { Replies } from './replies.js';
import { useLivePost } from './use-live-post.js';

function copyAddress(): void {
  const { origin, pathname } = window.location;
  void copyLink(`${origin}${pathname}`);
}

function OwnActions({ post }: { post: PostView }) {
  const navigate = useNavigate();
  const { toggleVisibility, toggleArchived, isPending } = usePostActions();
  const run = (change: (post: PostView) => void) => () => {
    if (!isPending(post)) change(post);
  };
  return (
    <>
      {!post.isHeld && (
        <Button look="quiet" aria-disabled={isPending(post)} onClick={run(toggleVisibility)}>
          {post.isPublic ? TEXTS.makePrivate : TEXTS.makePublic}
        </Button>
      )}
      <Button look="quiet" aria-disabled={isPending(post)} onClick={run(toggleArchived)}>
        {post.isArchived ? TEXTS.unarchive : TEXTS.archive}
      </Button>
      <PostMenu post={post} onDeleted={() => void navigate({ to: '/homepage' })} />
    </>
  );
}

/** What readers do with the post. */
function Actions({ post, me, of }: { post: PostView; me: CurrentUser | null; of: string }) {
  const isOwn = me?.id === post.userId;
  return (
    <div className="post-page__actions">
      {me && !isOwn && <RippleButton post={post} of={of} large />}
      {me && !post.isArchived && <BookmarkButton kind="post" subject={post.id} name={post.title} />}
      <Button look="quiet" onClick={copyAddress}>
        {MENU_ICONS.link}
        {TEXTS.copy}
      </Button>
      {isOwn && <OwnActions post={post} />}
      {me && !isOwn && <OthersPostMenu post={post} />}
    </div>
  );
}

function Status({ isArchived, isPublic, isHeld = false }: PostView) {
  if (isHeld) return <Badge tone="warm">{TEXTS.held}</Badge>;
  if (isArchived) return <Badge tone="warm">{TEXTS.archived}</Badge>;
  return <Badge filled={isPublic}>{isPublic ? TEXTS.public : TEXTS.private}</Badge>;
}

function PostText({ post, me }: { post: PostView; me: CurrentUser | null }) {
  const titleId = useId();
  const { title, author, tags, markdownContent, attachments, userId, createdAt } = post;
  const name = memberName(author);
  return (
    <article aria-labelledby={titleId}>
      <div className="post-page__facts">
        <MemberLink className="post-page__author" username={author.username}>
          <Avatar name={name} src={author.profileImageUrl} size="s" />
          <b dir="auto">{name}</b>
        </MemberLink>
        <RelativeTime at={createdAt} />
        <Status {...post} />
      </div>
      <h1 className="post-page__title" id={titleId} dir="auto">
        {title}
      </h1>
      {post.isHeld && <p className="small muted">{TEXTS.heldText}</p>}
      <LinkedMarkdown
        className="post-page__text"
        text={markdownContent}
        authorId={userId}
        firstHeading={2}
        followsHash
      />
      <AttachedFiles attachments={attachments} />
      <TagRow tags={tags} text={markdownContent} className="post-page__tags" />
      <Actions post={post} me={me} of={titleId} />
    </article>
  );
}

/** A post with everything around it, without the page's frame. */
export function PostPageContent({ page, me }: { page: PostPageView; me: CurrentUser | null }) {
  const { post } = page;
  return (
    <div className="wrap post-page">
      <Window title={post.title} plain>
        <div className="post-page__main">
          <span className="post-page__spine" aria-hidden="true" />
          {post.hasRipples && <RippleRings place="page" />}
          <span
            className={post.isPublic ? 'post-page__dot' : 'post-page__dot is-private'}
            aria-hidden="true"
          />
          <PostText post={post} me={me} />
          <Replies post={post} me={me} />
        </div>
      </Window>
      <PostAside page={page} isMember={me !== null} isOwn={me?.id === post.userId} />
      <PostNeighbours page={page} />
    </div>
  );
}

function PostPageView({ page }: { page: PostPageView }) {
  const { post, profileTheme, profileThemeMode } = page;
  const { user } = useSession();
  usePageTitle(TEXTS.title(post.title, memberName(post.author)));
  useLivePost(post.id, user !== null);
  return (
    <ProfileTheme
      theme={profileTheme}
      mode={profileThemeMode}
      fallback={
        <PageFrame>
          <LoadingFigure text={TEXTS.loading} />
        </PageFrame>
      }
    >
      <PageFrame className="page">
        <PostPageContent page={page} me={user} />
      </PageFrame>
    </ProfileTheme>
  );
}

/** The page of one post, in its author's theme. */
export function PostPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery({ ...postPageQuery(id), enabled: isUuid(id) });
  if (!isUuid(id) || (error instanceof HttpError && error.status === 404)) return <NotFoundPage />;
  if (data) return <PostPageView page={data} />;
  return (
    <PageFrame>
      {isPending && <LoadingFigure text={TEXTS.loading} />}
      {error && <Failure text={TEXTS.failed} onRetry={() => void refetch()} />}
    </PageFrame>
  );
}
