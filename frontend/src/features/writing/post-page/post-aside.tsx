import type { PostPage, PostView } from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { TaggedText } from '../../../tags/tag-link.js';
import { Avatar } from '../../../ui/avatar.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Window } from '../../../ui/window.js';
import { memberName } from '../../../ui/member-name.js';
import { memberCardQuery, MemberLink, OnlineBadge, LinkSummary } from '../../people/member-card/index.js';
import { AlsoAbout } from './also-about.js';
import { POST_PAGE_TEXTS } from './post-page.texts.js';
import { ripplesQuery } from './replies.queries.js';

const TEXTS = POST_PAGE_TEXTS.ripples;

/** Who sent ripples, for the author only. */
function RippleNames({ post }: { post: PostView }) {
  const query = useInfiniteQuery(ripplesQuery(post.id));
  if (query.isPending) return <SkeletonLines text={TEXTS.loading} />;
  if (query.isError) return <Failure small text={TEXTS.failed} onRetry={() => void query.refetch()} />;
  const ripples = query.data.pages.flatMap(({ items }) => items);
  if (ripples.length === 0) return <p className="small muted">{TEXTS.hidden}</p>;
  return (
    <>
      <ul className="post-page__names">
        {ripples.map(({ userId, author }) => (
          <li key={userId}>
            <MemberLink username={author.username}>
              <Avatar name={memberName(author)} src={author.profileImageUrl} size="s" />
              <bdi>{memberName(author)}</bdi>
            </MemberLink>
          </li>
        ))}
      </ul>
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} small />
    </>
  );
}

interface PostAsideProps {
  page: PostPage;
  isMember: boolean;
  isOwn: boolean;
}

export function PostAside({ page: { post, bio }, isMember, isOwn }: PostAsideProps) {
  const { username, profileImageUrl } = post.author;
  const name = memberName(post.author);
  const { data: card } = useQuery({ ...memberCardQuery(username), enabled: isMember && !isOwn });
  return (
    <aside className="post-page__side">
      <Window title={`@${username}`} aside={card?.isOnline === true && <OnlineBadge />}>
        <MemberLink username={username} className="post-page__who">
          <Avatar name={name} src={profileImageUrl} />
          <span className="h4" dir="auto">
            {name}
          </span>
        </MemberLink>
        {bio !== null && (
          <p className="small muted post-page__bio" dir="auto">
            {isMember ? <TaggedText text={bio} /> : bio}
          </p>
        )}
        {card && <LinkSummary card={card} />}
      </Window>
      <AlsoAbout postId={post.id} />
      {isOwn && post.hasRipples && (
        <Window title={TEXTS.title}>
          <RippleNames post={post} />
        </Window>
      )}
    </aside>
  );
}
