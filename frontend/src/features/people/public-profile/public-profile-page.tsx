import { FEED_FORMATS, FEED_TYPES, isBlank, memberFeedPath, type PublicProfile } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { HttpError } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { TaggedText } from '../../../tags/tag-link.js';
import { Avatar } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Halo } from '../../../ui/halo.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { memberName } from '../../../ui/member-name.js';
import { Named } from '../../../ui/named.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { StatusBar } from '../../../ui/status-bar.js';
import { Window } from '../../../ui/window.js';
import { LinkDetails } from '../link-details/index.js';
import { NotFoundPage } from '../../site/pages/index.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { LinkedMarkdown } from '../member-card/index.js';
import { ProfileFrame, ProfileTags } from '../profile/index.js';
import { ReportMenuItem } from '../../safety/reports/index.js';
import { MemberMenu } from '../../safety/safety/index.js';
import { WriteButton } from '../../talk/write/index.js';
import { publicProfileQuery } from './public-profile.queries.js';
import { PUBLIC_PROFILE_TEXTS as TEXTS } from './public-profile.texts.js';
import { ThenAndNow } from './then-and-now.js';
import { PublicContent } from './public-content.js';

const MEMBER_DESKTOP_PAGES = ['constellation'] as const;
const NO_DESKTOP_PAGES = [] as const;

function ProfileText({ profile }: { profile: PublicProfile }) {
  const { id, bio, userBadges, profileMarkdown } = profile;
  return (
    <div className="profile__body">
      {(bio !== null || userBadges.length > 0) && (
        <div className="profile__bio">
          {bio !== null && (
            <p className="muted" dir="auto">
              <TaggedText text={bio} />
            </p>
          )}
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
      {isBlank(profileMarkdown) ? (
        <p className="faint">{TEXTS.empty}</p>
      ) : (
        <LinkedMarkdown text={profileMarkdown} authorId={id} followsHash />
      )}
      <ProfileTags markdown={profileMarkdown} />
      <Elsewhere profile={profile} />
    </div>
  );
}

/** The member's other pages, marked as the same person's (https://microformats.org/wiki/rel-me), and the feed. */
function Elsewhere({ profile: { username, profileLinks, hasFeed } }: { profile: PublicProfile }) {
  if (profileLinks.length === 0 && !hasFeed) return null;
  return (
    <ul className="profile__links" aria-label={TEXTS.elsewhere}>
      {profileLinks.map((link) => (
        <li key={link}>
          <a href={link} rel="me nofollow noopener noreferrer" target="_blank">
            {link.replace(/^https:\/\//, '').replace(/\/$/, '')}
          </a>
        </li>
      ))}
      {hasFeed &&
        FEED_FORMATS.map((format) => (
          <li key={format}>
            <a href={memberFeedPath(username, format)} type={FEED_TYPES[format]}>
              {TEXTS.feed[format]}
            </a>
          </li>
        ))}
    </ul>
  );
}

/** Takes the place of posts and pictures for a visitor. */
function Invitation({ name }: { name: string }) {
  return (
    <div className="profile__more">
      <Window title={TEXTS.invitation.title}>
        <div className="profile__join">
          <p className="muted">
            <Named text={TEXTS.invitation.text} name={name} />
          </p>
          <Link to="/auth" className={buttonClass({ look: 'primary' })}>
            {TEXTS.invitation.join}
          </Link>
        </div>
      </Window>
    </div>
  );
}

function PublicProfileView({ profile }: { profile: PublicProfile }) {
  const { id, username, profileImageUrl } = profile;
  const name = memberName(profile);
  usePageTitle(TEXTS.title(name, username));
  const { user, status } = useSession();
  const edit = (
    <Link to="/profile" className={buttonClass({ small: true })}>
      {TEXTS.edit}
    </Link>
  );
  const others = (
    <>
      <WriteButton member={profile} />
      <MemberMenu member={{ id, username }}>
        <ReportMenuItem
          thing={{ kind: 'profile', subjectId: id, name: TEXTS.thisProfile, member: { id, username } }}
        />
      </MemberMenu>
    </>
  );
  return (
    <ProfileFrame
      profile={profile}
      loading={TEXTS.loading}
      desktopPages={user ? MEMBER_DESKTOP_PAGES : NO_DESKTOP_PAGES}
    >
      <Halo id={id} />
      <div className="wrap profile__inner">
        <Window title={name} plain>
          <StatusBar
            member={profile}
            avatar={<Avatar name={name} src={profileImageUrl} size="l" />}
            {...(user && { actions: user.id === id ? edit : others })}
          />
          {user && user.id !== id && <LinkDetails reader={user} member={profile} />}
          <ProfileText profile={profile} />
          {profile.thenAt !== undefined && <ThenAndNow profile={profile} thenAt={profile.thenAt} />}
        </Window>
        {user && <PublicContent author={profile} />}
        {status === 'anonymous' && <Invitation name={name} />}
      </div>
    </ProfileFrame>
  );
}

export function PublicProfilePage({ username }: { username: string }) {
  const { data, error, isPending, refetch } = useQuery(publicProfileQuery(username));
  if (error instanceof HttpError && error.status === 404) return <NotFoundPage />;
  // A former Oni ID leads to the present one.
  if (data && data.username !== username.toLowerCase())
    return <Navigate to="/u/$username" params={{ username: data.username }} hash replace />;
  if (data) return <PublicProfileView key={data.id} profile={data} />;
  return (
    <PageFrame className="profile">
      {isPending && <LoadingFigure text={TEXTS.loading} />}
      {error && (
        <div className="empty">
          <p className="muted" role="alert">
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
