import '../../../ui/page-head.css';
import '../../../ui/segmented.css';
import './catalogue.css';
import { isArchivedStanding, may, type ServerView, type Standing } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { type MouseEvent, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { Badge } from '../../../ui/badge.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { Icon } from '../../../ui/icons.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { MoreOnScroll } from '../../../ui/more-on-scroll.js';
import { SearchField } from '../../../ui/search-field.js';
import { UnreadMark } from './unread-mark.js';
import { Sigil } from '../../../ui/sigil.js';
import { usePublicServers } from './catalogue.queries.js';
import { PrivateTools } from './private-tools.js';
import { standingOf } from './server-facts.js';
import { formatCount, useJoin } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';

const PATHS = { public: '/dimensions/public', private: '/dimensions/private' } as const;

const UNJOINED = [
  { x: 38, y: 30, r: 2 },
  { x: 92, y: 18, r: 2.6 },
  { x: 124, y: 62, r: 1.8 },
  { x: 60, y: 74, r: 2.2 },
] as const;

/** Whether a click opens the link in this tab. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Returns what the row of a dimension says to a reader who is not a member. */
function entryOf(standing: Standing | null): string {
  const texts = DIMENSIONS_TEXTS.catalogue;
  if (standing !== null && isArchivedStanding(standing)) return texts.archived;
  if (may(standing, 'joinServer')) return texts.join;
  if (may(standing, 'applyToServer')) return texts.apply;
  return may(standing, 'readServer') ? texts.banned : texts.shutOut;
}

function ServerRow({ server, kind }: { server: ServerView; kind: ServerKind }) {
  const { mutate: join } = useJoin();
  const { id, name, description, memberCount, membership, archivedAt } = server;
  const standing = standingOf(server);
  const texts = DIMENSIONS_TEXTS.catalogue;
  return (
    <li>
      <Link
        to={PATHS[kind]}
        search={{ server: id }}
        className="catalogue__row"
        onClick={(event) => {
          if (!membership && may(standing, 'joinServer') && isPlainClick(event)) join(id);
        }}
      >
        <Sigil id={id} size={72} />
        <span className="catalogue__name" dir="auto">
          {name} <UnreadMark {...server} />
        </span>
        <span
          className={description ? 'catalogue__description' : 'catalogue__description faint italic'}
          dir="auto"
        >
          {description || texts.noDescription}
        </span>
        <span className="catalogue__members">
          <span className="num">{memberCount}</span>{' '}
          <span className="tiny">{texts.members(memberCount)}</span>
        </span>
        <span className="catalogue__entry">
          {membership ? (
            <Badge filled tone={archivedAt === null ? 'accent' : 'warm'}>
              {archivedAt === null ? texts.joined : texts.archived}
            </Badge>
          ) : (
            <>
              <span className="small">{entryOf(standing)}</span>
              <Icon name="right" small />
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

interface CatalogueHeadProps {
  kind: ServerKind;
  /** Undefined while loading: the head is shown before the servers. */
  servers: readonly ServerView[] | undefined;
}

export function CatalogueHead({ kind, servers }: CatalogueHeadProps) {
  const { catalogue, hub } = DIMENSIONS_TEXTS;
  const { title, lead } = catalogue[kind];
  return (
    <div className="page-head">
      <div>
        <h1 className="h1">{title}</h1>
        <p className="lead dimensions__lead">{lead}</p>
      </div>
      <nav className="segmented" aria-label={catalogue.switch}>
        {(['public', 'private'] as const).map((each) => (
          <Link key={each} to={PATHS[each]} {...(each === kind && { 'aria-current': 'page' })}>
            {hub.cards[each].name} <span>{servers ? formatCount(servers, each) : hub.unknown}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

function ServerList({ kind, servers }: { kind: ServerKind; servers: readonly ServerView[] }) {
  const { columns } = DIMENSIONS_TEXTS.catalogue;
  return (
    <>
      <div className="catalogue__head tiny" aria-hidden="true">
        <span>{columns.figure}</span>
        <span>{columns.name}</span>
        <span>{columns.description}</span>
      </div>
      <ul className="catalogue">
        {servers.map((server) => (
          <ServerRow key={server.id} server={server} kind={kind} />
        ))}
      </ul>
    </>
  );
}

function EmptyCatalogue({ kind }: { kind: ServerKind }) {
  const { empty, emptyText } = DIMENSIONS_TEXTS.catalogue[kind];
  return <EmptyState title={empty} stars={UNJOINED} {...(emptyText && { text: emptyText })} />;
}

interface PublicCatalogueProps {
  /** The servers that live events keep up to date. */
  servers: readonly ServerView[];
}

export function PublicCatalogue({ servers: liveServers }: PublicCatalogueProps) {
  const texts = DIMENSIONS_TEXTS.catalogue;
  const [typed, setTyped] = useState('');
  const { servers, q, error, isPlaceholderData, ...list } = usePublicServers(liveServers, typed);
  const problem = error ? failureMessageOf(error) : undefined;
  const isEmpty = servers?.length === 0 && !list.hasNextPage;
  return (
    <>
      <h2 className="vh">{texts.list}</h2>
      {!(isEmpty && q === '' && typed === '') && (
        <div className="catalogue__search">
          <SearchField label={texts.search} placeholder={texts.search} value={typed} onChange={setTyped} />
        </div>
      )}
      {!servers && !problem && <LoadingFigure text={DIMENSIONS_TEXTS.loading} />}
      {!servers && problem && <Failure text={problem} onRetry={() => void list.refetch()} />}
      {servers && (
        <div className={isPlaceholderData ? 'catalogue__stale' : undefined} aria-busy={isPlaceholderData}>
          {servers.length > 0 && <ServerList kind="public" servers={servers} />}
          {isEmpty && q === '' && <EmptyCatalogue kind="public" />}
          {isEmpty && q !== '' && (
            <EmptyState title={texts.noneFound(q)} text={texts.noneFoundText} stars={UNJOINED} />
          )}
          {(list.hasNextPage || problem) && (
            <MoreOnScroll
              name={texts.more}
              pending={list.isFetchingNextPage}
              error={problem}
              onMore={() => void (list.hasNextPage ? list.fetchNextPage() : list.refetch())}
            />
          )}
        </div>
      )}
    </>
  );
}

interface PrivateCatalogueProps {
  servers: readonly ServerView[];
  onCreated: (serverId: string) => void;
}

export function PrivateCatalogue({ servers, onCreated }: PrivateCatalogueProps) {
  const shown = servers.filter(({ isPublic }) => !isPublic);
  return (
    <>
      <PrivateTools onCreated={onCreated} />
      <h2 className="vh">{DIMENSIONS_TEXTS.catalogue.list}</h2>
      {shown.length === 0 ? <EmptyCatalogue kind="private" /> : <ServerList kind="private" servers={shown} />}
    </>
  );
}
