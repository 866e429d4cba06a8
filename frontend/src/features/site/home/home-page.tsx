import './home.css';
import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { useSession } from '../../../session/session.js';
import { memberName } from '../../../ui/member-name.js';
import { Named } from '../../../ui/named.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { AccountNotice } from '../../account/account-notice/index.js';
import { FirstStepsGuide } from './first-steps-guide.js';
import { firstStepsOf } from './first-steps.js';
import { HomeAside, useJoinedDimensions } from './home-aside.js';
import { HomeSkyline } from './home-skyline.js';
import type { HomeSearch } from './home-view.js';
import { HOME_TEXTS, AWAY_SUMMARY_TEXTS } from './home.texts.js';
import { useNear } from './near.queries.js';
import { PostComposer } from './post-composer.js';
import { PostsSection } from './posts-log.js';
import { AwaySummary, formatLeft } from './away-summary.js';
import { useAwaySummary } from './away-summary.queries.js';
import { useDismissSteps } from './steps.queries.js';

/** Returns a space while loading, to reserve the height. */
function nearText(
  { isPublic }: CurrentUser,
  { neighbours, isMore, isPending, isError }: ReturnType<typeof useNear>,
) {
  if (isPending) return '\u00a0';
  if (isError) return HOME_TEXTS.nearFailed;
  return isPublic ? HOME_TEXTS.near(neighbours.length, isMore) : HOME_TEXTS.alone;
}

function Home({ user, search }: { user: CurrentUser; search: HomeSearch }) {
  const dimensions = useJoinedDimensions();
  const near = useNear();
  const home = useAwaySummary();
  const [now] = useState(() => new Date(serverNow()));
  const { joined, isPending, isError } = dimensions;
  const hasJoined = isPending || isError ? undefined : joined.length > 0;
  const steps = firstStepsOf(user, home.data?.steps, hasJoined, now.getTime());
  const dismissSteps = useDismissSteps();
  return (
    <PageFrame className="home-page">
      <HomeSkyline neighbours={near.neighbours} links={near.links}>
        <h1 className="h1">
          <Named text={(name) => HOME_TEXTS.greeting(now.getHours(), name)} name={memberName(user)} />
        </h1>
        {home.data?.leftAt && (
          <p className="muted home__sub">
            {AWAY_SUMMARY_TEXTS.lastHere(formatLeft(home.data.leftAt, now.getTime()))}
          </p>
        )}
        <p className="muted home__sub">{nearText(user, near)}</p>
        <p className="home__sub">
          <Link className="small link" to="/constellation">
            {HOME_TEXTS.constellation}
          </Link>
        </p>
      </HomeSkyline>
      <div className="wrap">
        <div className="rule" />
        <AccountNotice user={user} />
      </div>
      <div className="wrap home">
        <div className="home__write">
          {home.data && <AwaySummary home={home.data} username={user.username} />}
          {steps && <FirstStepsGuide done={steps} onDismiss={dismissSteps} />}
          <PostComposer userId={user.id} />
        </div>
        <PostsSection search={search} userId={user.id} home={home} />
        <HomeAside {...dimensions} />
      </div>
    </PageFrame>
  );
}

export function HomePage({ search }: { search: HomeSearch }) {
  usePageTitle(HOME_TEXTS.title);
  const { user } = useSession();
  return user && <Home key={user.id} user={user} search={search} />;
}
