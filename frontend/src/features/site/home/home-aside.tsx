import type { ServerView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.js';
import { Count } from '../../../ui/count.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { UnreadDot } from '../../../ui/plate.js';
import { Sigil } from '../../../ui/sigil.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { useNodeCount } from '../landing/index.js';
import { Shelf } from '../../writing/bookmark-lists/index.js';
import { Suggestions } from '../../people/suggestions/index.js';
import { ActivityList } from './activity-list.js';
import { HOME_TEXTS } from './home.texts.js';
import { useSession } from '../../../session/session.js';
import { useServers } from '../../talk/dimensions/index.js';

export function useJoinedDimensions() {
  const { data, isPending, isError, refetch } = useServers(useSession());
  const joined = (data ?? []).filter(({ membership }) => membership !== null);
  return { joined, isPending, isError, refetch };
}

const EMPTY_STARS = [
  { x: 34, y: 40, r: 2.4 },
  { x: 78, y: 22, r: 2 },
  { x: 120, y: 56, r: 2.8 },
  { x: 62, y: 84, r: 2.2 },
] as const;

function NoDimensions() {
  const { title, text, action } = HOME_TEXTS.empty;
  return (
    <EmptyState title={title} text={text} stars={EMPTY_STARS}>
      <Link to="/dimensions/public" className={buttonClass()}>
        {action}
      </Link>
    </EmptyState>
  );
}

function DimensionList({ dimensions }: { dimensions: readonly ServerView[] }) {
  return (
    <ul className="dimension-list">
      {dimensions.map(({ id, name, isPublic, memberCount, unreadCount }) => (
        <li key={id}>
          <Sigil id={id} size={48} />
          <div className="grow">
            <Link
              to={isPublic ? '/dimensions/public' : '/dimensions/private'}
              search={{ server: id }}
              className="h4"
            >
              <bdi>{name}</bdi>
            </Link>
            <p className="small faint">{HOME_TEXTS.members(memberCount)}</p>
          </div>
          {unreadCount > 0 && <UnreadDot name={HOME_TEXTS.unread(unreadCount)} />}
        </li>
      ))}
    </ul>
  );
}

function NodeTotal() {
  const count = useNodeCount({ polls: false });
  return (
    <p className="home__count">
      <Count shown={count} noun={HOME_TEXTS.nodes} emptyText={HOME_TEXTS.noNodes} />
    </p>
  );
}

function Places() {
  return (
    <nav aria-labelledby="home-ways">
      <div className="plate__head">
        <h2 className="h4" id="home-ways">
          {HOME_TEXTS.ways}
        </h2>
      </div>
      <ul className="ways">
        {HOME_TEXTS.places.map(({ to, title }) => (
          <li key={to}>
            <Link to={to}>
              {title}
              <Icon name="right" small />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function HomeAside({ joined, isPending, isError, refetch }: ReturnType<typeof useJoinedDimensions>) {
  return (
    <aside className="home__side">
      <ActivityList />
      <section aria-labelledby="home-dimensions">
        <div className="plate__head">
          <h2 className="h4" id="home-dimensions">
            {HOME_TEXTS.dimensions}
          </h2>
          <Link className="small link muted" to="/dimensions">
            {HOME_TEXTS.browse}
          </Link>
        </div>
        {isPending && <SkeletonLines text={HOME_TEXTS.loading} />}
        {isError && <Failure small text={HOME_TEXTS.failed} onRetry={() => void refetch()} />}
        {!isPending && !isError && joined.length === 0 && <NoDimensions />}
        {joined.length > 0 && <DimensionList dimensions={joined} />}
      </section>
      <Suggestions />
      <Shelf />
      <section aria-labelledby="home-network">
        <div className="plate__head">
          <h2 className="h4" id="home-network">
            {HOME_TEXTS.network}
          </h2>
        </div>
        <NodeTotal />
      </section>
      <Places />
    </aside>
  );
}
