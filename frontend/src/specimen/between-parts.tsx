import '../features/people/member-card/member-card.css';
import '../features/writing/post-page/post-page.css';
import '../features/writing/post-page/replies.css';
import type { AlsoAbout, MemberCardView, LinkDetailsView, PostPage, TagSources } from '@oniverse/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkPanel } from '../features/people/link-details/link-details.js';
import { memberCardQuery } from '../features/people/member-card/index.js';
import { MemberCardBody } from '../features/people/member-card/member-card.js';
import { alsoAboutQuery } from '../features/writing/post-page/also-about.js';
import { PostAside } from '../features/writing/post-page/post-aside.js';
import { ReplyBranch } from '../features/writing/post-page/replies.js';
import { Button } from '../ui/button.js';
import { Window } from '../ui/window.js';
import { MEMBER } from './samples.js';

const AT = '2026-03-09T21:14:00.000Z';
const OTTO = { username: 'otto_n', displayName: 'Otto Voss', profileImageUrl: null };
const ISOLDE = { username: 'isolde', displayName: null, profileImageUrl: null };
const VESPER = { username: 'vesper', isPublic: true };

const NOWHERE: TagSources = {
  isOnProfile: true,
  postCount: 0,
  posts: [],
  pictureCount: 0,
  pictureId: null,
  boards: [],
};
const LINK: LinkDetailsView = {
  strength: 3,
  since: AT,
  tags: [
    {
      name: 'maps',
      isHub: false,
      yours: { ...NOWHERE, postCount: 1, posts: [{ id: 'field', title: 'Stairwell field guide' }] },
      theirs: { ...NOWHERE, boards: [{ id: 'b-1', name: 'Paper cities' }] },
    },
    {
      name: 'night_walks',
      isHub: false,
      yours: { ...NOWHERE, postCount: 4 },
      theirs: { ...NOWHERE, postCount: 6 },
    },
    {
      name: 'noticing',
      isHub: false,
      yours: { ...NOWHERE, isOnProfile: false, pictureCount: 2 },
      theirs: NOWHERE,
    },
  ],
  nextTags: [],
  dimensions: [{ id: 'd-1', name: 'Observatory', isPublic: true }],
};
const NO_LINK: LinkDetailsView = {
  strength: 0,
  since: null,
  tags: [],
  nextTags: ['coast', 'tide_tables'],
  dimensions: [],
};

const CARD: MemberCardView = {
  id: MEMBER,
  ...OTTO,
  isOnline: true,
  strength: 3,
  sharedTags: ['maps', 'night_walks', 'noticing'],
  sentence: 'I keep tables of small delays.',
};

const PAGE: PostPage = {
  post: {
    id: 'slow-light',
    userId: 'otto',
    title: 'Slow light',
    content: '',
    markdownContent: '',
    isExcerpt: false,
    tags: ['streetlamps'],
    isPublic: true,
    isArchived: false,
    areRepliesClosed: false,
    hasRipples: true,
    isRippled: false,
    createdAt: AT,
    updatedAt: AT,
    author: OTTO,
  },
  bio: 'counts things at night',
  profileTheme: 'main-cyberpunk',
  profileThemeMode: 'dark',
  previous: null,
  next: null,
};
const ALSO: AlsoAbout = {
  tag: 'streetlamps',
  items: [
    { kind: 'post', id: 'sodium', title: 'Sodium, then white', author: ISOLDE },
    { kind: 'picture', id: 'row', title: 'Aldine Row, again', author: ISOLDE },
    { kind: 'post', id: 'mantle', title: 'The last gas mantle', author: OTTO },
  ],
};

/** Fills the cache with the answers that `BetweenParts` shows. */
export function fillBetween(client: QueryClient): void {
  client.setQueryData(memberCardQuery(OTTO.username).queryKey, CARD);
  client.setQueryData(alsoAboutQuery(PAGE.post.id).queryKey, ALSO);
}

const stay = () => {};

/** What lies between two members: the line, the card, the surroundings of a post. */
export function BetweenParts() {
  const [isLinked, setLinked] = useState(true);
  return (
    <>
      <Window title="The line between two members">
        <Button small onClick={() => setLinked(!isLinked)}>
          {isLinked ? 'Without a line' : 'With a line'}
        </Button>
        <LinkPanel link={isLinked ? LINK : NO_LINK} reader={VESPER} member={{ ...OTTO, id: MEMBER }} />
      </Window>
      <Window title="The card of a member">
        <div className="specimen__row">
          <div className="member-card">
            <MemberCardBody card={CARD} onLeave={stay} />
          </div>
          <div className="member-card">
            <MemberCardBody
              card={{ ...CARD, ...ISOLDE, isOnline: false, strength: 0, sharedTags: [], sentence: null }}
              onLeave={stay}
            />
          </div>
        </div>
      </Window>
      <PostAside page={PAGE} isMember isOwn={false} />
      <Window title="Branches of replies">
        <div className="specimen__row specimen__branches">
          <ReplyBranch look="reply" />
          <ReplyBranch look="own" />
          <ReplyBranch look="gone" />
          <ReplyBranch look="new" />
        </div>
      </Window>
    </>
  );
}
