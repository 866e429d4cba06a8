import type { ServerView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Badge } from '../../ui/badge.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Icon } from '../../ui/icons.js';
import { UnreadMark } from './unread-mark.js';
import { Sigil } from '../../ui/sigil.js';
import { PrivateTools } from './private-tools.js';
import { useJoin } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS, type ServerKind } from './dimensions.texts.js';

const PATHS = { public: '/dimensions/public', private: '/dimensions/private' } as const;

/** Stars that are not joined yet. */
const UNJOINED = [
  { x: 38, y: 30, r: 2 },
  { x: 92, y: 18, r: 2.6 },
  { x: 124, y: 62, r: 1.8 },
  { x: 60, y: 74, r: 2.2 },
] as const;

/** A click that opens the address here, and not in another tab. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

function Row({ server, kind }: { server: ServerView; kind: ServerKind }) {
  const { mutate: join } = useJoin();
  const { id, name, description, memberCount, membership } = server;
  const texts = DIMENSIONS_TEXTS.catalogue;
  return (
    <li>
      <Link
        to={PATHS[kind]}
        search={{ server: id }}
        className="cat__row"
        onClick={(event) => {
          if (!membership && isPlain(event)) join(id);
        }}
      >
        <Sigil id={id} size={72} />
        <span className="cat__n">
          {name} <UnreadMark {...server} />
        </span>
        <span className={description ? 'cat__d' : 'cat__d t3 it'}>{description || texts.noDescription}</span>
        <span className="cat__m">
          <span className="num">{memberCount}</span> <span className="mic">{texts.members}</span>
        </span>
        <span className="cat__j">
          {membership ? (
            <Badge filled tone="accent">
              {texts.joined}
            </Badge>
          ) : (
            <>
              <span className="small">{texts.join}</span>
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
  /** Undefined while they are on their way: what a catalogue begins with is there before them. */
  servers: readonly ServerView[] | undefined;
}

const isOf = (kind: ServerKind) => (server: ServerView) => server.isPublic === (kind === 'public');

/** The title of a catalogue, and the way to the other one. */
export function CatalogueHead({ kind, servers }: CatalogueHeadProps) {
  const { catalogue, hub } = DIMENSIONS_TEXTS;
  const { title, lead } = catalogue[kind];
  return (
    <div className="phead">
      <div>
        <h1 className="h1">{title}</h1>
        <p className="lead dims__lead">{lead}</p>
      </div>
      <nav className="seg" aria-label={catalogue.switch}>
        {(['public', 'private'] as const).map((each) => (
          <Link key={each} to={PATHS[each]} {...(each === kind && { 'aria-current': 'page' })}>
            {hub.cards[each].name} <span>{servers?.filter(isOf(each)).length ?? hub.unknown}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

/** The list of the public or the private servers. */
export function Catalogue({ kind, servers }: { kind: ServerKind; servers: readonly ServerView[] }) {
  const texts = DIMENSIONS_TEXTS.catalogue;
  const { empty, emptyText } = texts[kind];
  const shown = servers.filter(isOf(kind));
  return (
    <>
      {kind === 'private' && <PrivateTools />}
      <h2 className="vh">{texts.list}</h2>
      {shown.length === 0 ? (
        <EmptyState title={empty} stars={UNJOINED} {...(emptyText && { text: emptyText })} />
      ) : (
        <>
          <div className="cat__head mic" aria-hidden="true">
            <span>{texts.columns.figure}</span>
            <span>{texts.columns.name}</span>
            <span>{texts.columns.description}</span>
          </div>
          <ul className="cat">
            {shown.map((server) => (
              <Row key={server.id} server={server} kind={kind} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
