import { beforeEach, describe, expect, it } from '@jest/globals';
import { getGame, type ListedGame, listGames } from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { setMedia } from '../../../testing/browser.js';
import { gameRecord, gameSetup, gameView, listedGame, player, storedEvents } from '../../../testing/games.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { ChannelGames } from './channel-games.js';
import { inOrder } from './games-panel.js';
import { newerGame, withGame } from './games.queries.js';
import { meantGame } from './use-game-commands.js';

const ME = member().id;
const PLACE = { path: '/dimensions/public', serverId: 's-obs', channelId: 'general' } as const;
const others = [player(0, 'otto_n'), player(1, 'sable')];
const GAMES: ListedGame[] = [
  listedGame({ id: 'g-3', number: 3, players: others }),
  listedGame({ id: 'g-2', number: 2, players: others }),
  listedGame({ id: 'g-1', number: 1 }),
];

beforeEach(() => {
  signIn();
  mock(getGame, ({ id }) =>
    gameRecord(storedEvents(gameSetup()), GAMES.find(({ game }) => game.id === id)?.game),
  );
});

async function show() {
  const view = renderWithLinks(<ChannelGames place={PLACE} mayPlay />);
  await screen.findByRole('region', { name: 'Games' });
  await screen.findAllByRole('region', { name: /^chess, game/u });
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  return view;
}
const tables = () => screen.findAllByRole('region', { name: /^chess, game/u });
const numbers = async () => (await tables()).map((table) => table.getAttribute('aria-label'));

describe('the games of a talk', () => {
  it('TLK-571 TLK-573 shows two side by side, own ones first, and others by their name', async () => {
    setMedia('(min-width: 1280px)');
    mock(listGames, GAMES);
    const { user } = await show();
    expect(await numbers()).toEqual(['chess, game 1', 'chess, game 3']);
    await user.click(screen.getByRole('button', { name: 'Chess, game 2' }));
    expect(await numbers()).toEqual(['chess, game 2', 'chess, game 1']);
  });

  it('TLK-571 shows one on a narrow screen, and folds away in this browser', async () => {
    mock(listGames, GAMES);
    const { user, unmount } = await show();
    expect(await numbers()).toEqual(['chess, game 1']);
    await user.click(screen.getByRole('button', { name: 'Hide the games' }));
    expect(screen.queryByRole('region', { name: /^chess, game/u })).toBeNull();
    unmount();
    renderWithLinks(<ChannelGames place={PLACE} mayPlay />);
    await screen.findByRole('region', { name: 'Games' });
    expect(screen.getByRole('button', { name: 'Show the games' })).toHaveAttribute('aria-expanded', 'false');
    await user.click(
      within(screen.getByRole('region', { name: 'Games' })).getByRole('button', { name: 'Chess, game 3' }),
    );
    expect(await numbers()).toEqual(['chess, game 3']);
  });

  it('TLK-571 keeps a game that ended, and takes no older state of it', () => {
    const over = gameView({ id: 'g-1', status: 'over', eventCount: 9 });
    const after = withGame(GAMES, over);
    expect(after?.map(({ game }) => game.status)).toEqual(['active', 'active', 'over']);
    expect(newerGame(over, gameView({ eventCount: 10 }))).toBe(over);
    expect(newerGame(gameView({ eventCount: 3 }), gameView({ eventCount: 2 })).eventCount).toBe(3);
    expect(withGame(GAMES, gameView({ id: 'g-9' }))).toBeUndefined();
    expect(inOrder(GAMES, [], undefined)).toEqual(GAMES);
  });

  it('TLK-573 knows which game a player means', () => {
    expect(meantGame(GAMES, ME)).toBe('g-1');
    expect(meantGame(GAMES, 'u-pell')).toHaveProperty('problem');
    const second = listedGame({ id: 'g-7', toMove: [1] });
    expect(meantGame([...GAMES, second], ME)).toBe('g-1');
    expect(meantGame([...GAMES, listedGame({ id: 'g-7' })], ME)).toHaveProperty('problem');
    expect(meantGame([listedGame({ status: 'over', toMove: [] })], ME)).toHaveProperty('problem');
  });
});
