import './games-page.css';
import type { ListedGame } from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { formatShortDate } from '../../../ui/dates.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { Plate } from '../../../ui/plate.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Awake } from './awake.js';
import { memberGamesQuery, openGamesQuery } from './games.queries.js';
import { GAMES_TEXTS } from './games.texts.js';
import { gameLine, nameAt, namesAt, outcomeLine, playerName } from './lines.js';

const { list: TEXTS, card: CARD_TEXTS } = GAMES_TEXTS;

const STARS = [
  { x: 48, y: 72, r: 2.8 },
  { x: 116, y: 38, r: 2.2 },
] as const;
const NOT_YET = [[0, 1]] as const;

function GameLine({ listed: { game, place } }: { listed: ListedGame }) {
  const { id, players, status, toMove, outcome, createdAt } = game;
  const situation =
    status === 'active' ? CARD_TEXTS.toMove(nameAt(game, toMove[0] ?? 0)) : outcomeLine(game, outcome);
  return (
    <li className="games-list__row">
      <Link to="/games/{-$id}" params={{ id }} className="games-list__name">
        {gameLine(game)}
      </Link>
      <span>
        {namesAt(
          game,
          players.map(({ seat }) => seat),
        )}
      </span>
      <span className="small muted">{situation ?? CARD_TEXTS.needsPlayer}</span>
      <span className="small faint">
        {place.serverId !== null && (
          <>
            <bdi>#{place.parentName}</bdi>,{' '}
          </>
        )}
        {formatShortDate(new Date(createdAt))}
      </span>
    </li>
  );
}

function GameLines({ games, label }: { games: readonly ListedGame[]; label: string }) {
  return (
    <ul className="games-list" aria-label={label}>
      {games.map((listed) => (
        <GameLine key={listed.game.id} listed={listed} />
      ))}
    </ul>
  );
}

/** The games of a member that the reader may read. */
function MemberGames({ memberId }: { memberId: string }) {
  const { data, isError, refetch, ...more } = useInfiniteQuery(memberGamesQuery(memberId));
  const games = data?.pages.flatMap(({ items }) => items);
  const player = games?.flatMap(({ game }) => game.players).find(({ userId }) => userId === memberId);
  const title = player ? TEXTS.of(playerName(player)) : TEXTS.title;
  usePageTitle(title);
  return (
    <>
      <PageHead title={title} />
      {isError && !games && <Failure text={TEXTS.failed} onRetry={() => void refetch()} />}
      {!games && !isError && <SkeletonLines text={TEXTS.loading} count={4} />}
      {games?.length === 0 && (
        <EmptyState title={TEXTS.empty} text={TEXTS.emptyText} stars={STARS} dotted={NOT_YET} />
      )}
      {games && games.length > 0 && <GameLines games={games} label={title} />}
      <MoreButton small list={more} name={TEXTS.more} pending={TEXTS.loading} />
    </>
  );
}

function VisitorHead() {
  usePageTitle(TEXTS.title);
  return <PageHead title={TEXTS.title} />;
}

/** The games that are open to visitors. */
function OpenGames() {
  const { data: games, isError, refetch } = useQuery(openGamesQuery);
  return (
    <Plate title={TEXTS.open}>
      {isError && !games && <Failure small text={TEXTS.failed} onRetry={() => void refetch()} />}
      {!games && !isError && <SkeletonLines text={TEXTS.loading} count={2} />}
      {games?.length === 0 && <p className="small muted">{TEXTS.noneOpen}</p>}
      {games && games.length > 0 && <GameLines games={games} label={TEXTS.open} />}
    </Plate>
  );
}

/** The games of a member; without one, those of the reader, and those that everyone may watch. */
export function GamesPage({ member }: { member: string | undefined }) {
  const { user, status } = useSession();
  const memberId = member ?? user?.id;
  return (
    <PageFrame>
      {user && memberId !== undefined && <MemberGames memberId={memberId} />}
      {status === 'anonymous' && <VisitorHead />}
      {user && member === undefined && <Awake />}
      {status !== 'loading' && (member === undefined || !user) && <OpenGames />}
    </PageFrame>
  );
}
