import './home.css';
import type { ServerView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../session/session.js';
import { buttonClass } from '../../ui/button.js';
import { Count } from '../../ui/count.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Icon } from '../../ui/icons.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { usePageTitle } from '../../ui/page-title.js';
import { Sigil } from '../../ui/sigil.js';
import { useNodeCount } from '../landing/use-node-count.js';
import { PageFrame } from '../pages/page-frame.js';
import { HomeSkyline } from './home-skyline.js';
import { HOME_TEXTS } from './home.texts.js';
import { useJoinedDimensions } from './use-home.js';

const APART = [
  { x: 34, y: 40, r: 2.4 },
  { x: 78, y: 22, r: 2 },
  { x: 120, y: 56, r: 2.8 },
  { x: 62, y: 84, r: 2.2 },
] as const;

function NoDimensions() {
  const { title, text, action } = HOME_TEXTS.empty;
  return (
    <EmptyState title={title} text={text} stars={APART}>
      <Link to="/dimensions/public" className={buttonClass({ look: 'primary' })}>
        {action}
      </Link>
    </EmptyState>
  );
}

function DimensionList({ dimensions }: { dimensions: readonly ServerView[] }) {
  return (
    <ul className="dims-s">
      {dimensions.map(({ id, name, description, isPublic, memberCount }) => (
        <li key={id}>
          <Sigil id={id} size={56} />
          <div className="grow">
            <Link
              to={isPublic ? '/dimensions/public' : '/dimensions/private'}
              search={{ server: id }}
              className="h4"
            >
              {name}
            </Link>
            {description && <p className="small t2">{description}</p>}
          </div>
          <span className="small t3">{HOME_TEXTS.members(memberCount)}</span>
        </li>
      ))}
    </ul>
  );
}

function NodeTotal() {
  const count = useNodeCount();
  return (
    <p className="home__count">
      <Count shown={count} noun={HOME_TEXTS.nodes} none={HOME_TEXTS.noNodes} />
    </p>
  );
}

/** `/homepage`: where a member arrives. */
export function HomePage() {
  usePageTitle(HOME_TEXTS.title);
  const { user } = useSession();
  const { joined, isPending, isError } = useJoinedDimensions();
  const [hour] = useState(() => new Date().getHours());
  if (!user) return null;
  return (
    <PageFrame className="p-home">
      <HomeSkyline dimensions={joined}>
        <h1 className="h1">{HOME_TEXTS.greeting(hour, user.displayName || user.username)}</h1>
        {!isPending && !isError && <p className="t2 home__sub">{HOME_TEXTS.lines(joined.length)}</p>}
        <p className="home__sub">
          <Link className="small link" to="/constellation">
            {HOME_TEXTS.constellation}
          </Link>
        </p>
      </HomeSkyline>
      <div className="wrap">
        <div className="rule" />
      </div>
      <div className="wrap home">
        <section aria-labelledby="home-dimensions">
          <div className="plate__h">
            <h2 className="h4" id="home-dimensions">
              {HOME_TEXTS.dimensions}
            </h2>
            <Link className="small link t2" to="/dimensions">
              {HOME_TEXTS.browse}
            </Link>
          </div>
          {isPending && <LoadingFigure text={HOME_TEXTS.loading} />}
          {isError && <p className="t2">{HOME_TEXTS.failed}</p>}
          {!isPending && !isError && joined.length === 0 && <NoDimensions />}
          <DimensionList dimensions={joined} />
        </section>
        <aside className="home__side">
          <section aria-labelledby="home-network">
            <div className="plate__h">
              <h2 className="h4" id="home-network">
                {HOME_TEXTS.network}
              </h2>
            </div>
            <NodeTotal />
          </section>
          <nav aria-labelledby="home-ways">
            <div className="plate__h">
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
        </aside>
      </div>
    </PageFrame>
  );
}
