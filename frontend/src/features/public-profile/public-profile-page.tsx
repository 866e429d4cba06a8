import '../profile/profile.css';
import type { PublicProfile } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HttpError } from '../../api/http.js';
import { Markdown } from '../../markdown/markdown.js';
import { useSession } from '../../session/session.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Halo } from '../../ui/halo.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { usePageTitle } from '../../ui/page-title.js';
import { StatusBar } from '../../ui/status-bar.js';
import { Window } from '../../ui/window.js';
import NotFoundPage from '../pages/not-found-page.js';
import { PageFrame } from '../pages/page-frame.js';
import { ProfileFrame } from '../profile/profile-frame.js';
import { ProfileTags } from '../profile/profile-tags.js';
import { publicProfileQuery } from './public-profile.queries.js';
import { PUBLIC_PROFILE_TEXTS as TEXTS } from './public-profile.texts.js';
import { ShownThings } from './shown-things.js';

/** What of the site lies on the desk of another's page. */
const MEMBER_PLACES = ['constellation'] as const;
const NO_PLACES = [] as const;

function Words({ profile }: { profile: PublicProfile }) {
  const { id, bio, userBadges, profileMarkdown } = profile;
  return (
    <div className="prof__body">
      {(bio !== null || userBadges.length > 0) && (
        <div className="prof__bio">
          {bio !== null && <p className="t2">{bio}</p>}
          {userBadges.length > 0 && (
            <ul aria-label={TEXTS.badges} className="row">
              {userBadges.map((badge) => (
                <li key={badge}>
                  <Badge filled>{badge}</Badge>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {profileMarkdown.trim() === '' ? (
        <p className="t3">{TEXTS.empty}</p>
      ) : (
        <Markdown className="prof__md" text={profileMarkdown} authorId={id} />
      )}
      <ProfileTags markdown={profileMarkdown} />
    </div>
  );
}

function Shown({ profile }: { profile: PublicProfile }) {
  const { id, username, profileImageUrl } = profile;
  const name = profile.displayName || username;
  usePageTitle(TEXTS.title(name, username));
  const { user } = useSession();
  const edit = (
    <Link to="/profile" className={buttonClass({ small: true })}>
      {TEXTS.edit}
    </Link>
  );
  return (
    <ProfileFrame profile={profile} loading={TEXTS.loading} places={user ? MEMBER_PLACES : NO_PLACES}>
      <Halo id={id} />
      <div className="wrap prof__in">
        <Window title={username} plain>
          <StatusBar
            username={username}
            displayName={name}
            avatar={<Avatar name={username} src={profileImageUrl} size="l" />}
            {...(user?.id === id && { actions: edit })}
          />
          <Words profile={profile} />
        </Window>
        {user && <ShownThings username={username} />}
      </div>
    </ProfileFrame>
  );
}

/** `/u/{username}`: a member's page in the member's own theme, for everybody. */
export function PublicProfilePage({ username }: { username: string }) {
  const { data, error, isPending, refetch } = useQuery(publicProfileQuery(username));
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage />;
  if (data) return <Shown key={data.id} profile={data} />;
  return (
    <PageFrame className="prof">
      {isPending && <LoadingFigure text={TEXTS.loading} />}
      {error && (
        <div className="empty">
          <p className="t2" role="alert">
            {TEXTS.failed}
          </p>
          <Button small onClick={() => void refetch()}>
            {TEXTS.retry}
          </Button>
        </div>
      )}
    </PageFrame>
  );
}
