import { readListFilters } from '../../../api/list-filters.js';
import { GamePage } from './game-page.js';
import { GamesPage } from './games-page.js';

interface GameRouteProps {
  /** Undefined for the lists of games. */
  id: string | undefined;
  /** The query of the address. */
  search: Readonly<Record<string, unknown>>;
}

/** What the address of games shows. */
export default function GameRoute({ id, search }: GameRouteProps) {
  const { member } = readListFilters(search, ['member']);
  return id === undefined ? <GamesPage key={member} member={member} /> : <GamePage key={id} id={id} />;
}
