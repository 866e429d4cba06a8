import { describe, expect, it, jest } from '@jest/globals';
import {
  getGame,
  listAwake,
  listGames,
  listOpenGames,
  openGameToVisitors,
  setAwake,
} from '@oniverse/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { gameRecord, gameSetup, gameView, listedGame, moves, storedEvents } from '../../../testing/games.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderApp } from '../../../testing/render.js';

async function open() {
  const events = storedEvents(gameSetup(), ...moves('f3', 'e5', 'g4', 'Qh4#'));
  mock(getGame, gameRecord(events, { status: 'over', toMove: [] }));
  const view = renderApp('/games/g-41');
  await screen.findByRole('grid');
  return view;
}
const board = () => screen.getByRole('grid');
const list = () => within(screen.getByRole('list', { name: 'Moves' }));
const current = () => list().getByRole('button', { current: 'step' });

describe('the page of a game', () => {
  it('TLK-575 shows the end of a game, and replays it by arrow keys, Home and End', async () => {
    signIn();
    const { user } = await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Chess, game 41' })).toBeInTheDocument();
    expect(screen.getByText('sable won by checkmate.')).toBeInTheDocument();
    await user.keyboard('{ArrowLeft}');
    expect(board()).toHaveAccessibleName('Chess, sable to move. The last move is g4.');
    expect(current()).toHaveTextContent('2. g4');
    expect(screen.getByText('White plays pawn to g4. Black to move.')).toBeInTheDocument();
    await user.keyboard('{Home}');
    expect(board()).toHaveAccessibleName('Chess, vesper to move.');
    await user.keyboard('{ArrowRight}');
    expect(current()).toHaveTextContent('1. f3');
    await user.keyboard('{End}');
    expect(board()).toHaveAccessibleName('Chess, the game is over. The last move is Qh4#.');
  });

  it('TLK-575 replays by buttons and by the list of moves', async () => {
    signIn();
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'First position' }));
    expect(screen.getByText('0 of 4')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Forward' }));
    expect(screen.getByText('1 of 4')).toBeInTheDocument();
    await user.click(list().getByRole('button', { name: 'e5' }));
    expect(board()).toHaveAccessibleName('Chess, vesper to move. The last move is e5.');
  });

  it('TLK-575 copies the record, and the position that it shows', async () => {
    signIn();
    const { user } = await open();
    const writeText = jest.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy the record' }));
    await waitFor(() =>
      expect(writeText).toHaveBeenCalledWith(expect.stringContaining('1. f3 e5 2. g4 Qh4#')),
    );
    await user.keyboard('{Home}');
    await user.click(screen.getByRole('button', { name: 'Copy the position' }));
    await waitFor(() =>
      expect(writeText).toHaveBeenLastCalledWith(expect.stringContaining('White to move.')),
    );
  });

  it('TLK-578 opens the game to visitors if the server says that the reader may', async () => {
    signIn();
    const record = gameRecord(storedEvents(gameSetup()));
    const opened = mock(openGameToVisitors, gameView({ isOpenToVisitors: true }));
    mock(getGame, record);
    const { user, unmount } = renderApp('/games/g-41');
    const openMenu = async () =>
      user.click(await screen.findByRole('button', { name: 'Actions for the game' }));
    await openMenu();
    expect(screen.queryByRole('menuitem', { name: 'Open to visitors' })).toBeNull();
    unmount();
    mock(getGame, { ...record, mayOpenToVisitors: true });
    renderApp('/games/g-41');
    await openMenu();
    await user.click(await screen.findByRole('menuitem', { name: 'Open to visitors' }));
    await waitFor(() => expect(opened).toMatchObject([{ id: 'g-41', body: { isOpen: true } }]));
  });

  it('TLK-575 is open to visitors as far as the server answers', async () => {
    const { unmount } = await open();
    expect(screen.queryByRole('link', { name: /^Games of/u })).toBeNull();
    unmount();
    mock(getGame, () => problem('not_found'));
    renderApp('/games/g-41');
    expect(await screen.findByText('There is no such game')).toBeInTheDocument();
  });
});

it('TLK-579 lists the games that everyone may watch', async () => {
  mock(listOpenGames, [listedGame({ isOpenToVisitors: true })]);
  renderApp('/games');
  expect(await screen.findByRole('link', { name: 'Chess, game 41' })).toHaveAttribute('href', '/games/g-41');
  expect(screen.getByRole('heading', { name: 'Open to everyone' })).toBeInTheDocument();
});

it('TLK-591 shows who is awake, and lets the reader be open to a game', async () => {
  signIn();
  mock(listGames, []);
  mock(listOpenGames, []);
  const sable = {
    userId: 'u-sable',
    author: { username: 'sable', displayName: 'Sable', profileImageUrl: null },
  };
  mock(listAwake, { isOpen: false, members: [sable] });
  const requests = mock(setAwake, { isOpen: true, members: [] });
  const { user } = renderApp('/games');
  expect(await screen.findByRole('button', { name: 'Write to Sable' })).toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: 'I am open to a game' }));
  expect(await screen.findByText('Nobody you know is awake and open to a game.')).toBeInTheDocument();
  expect(screen.getByRole('switch', { name: 'I am open to a game' })).toBeChecked();
  expect(requests).toMatchObject([{ body: { isOpen: true } }]);
});

it('TLK-579 lists the games of a member', async () => {
  signIn();
  const requests = mock(listGames, [listedGame({ toMove: [1] })]);
  renderApp('/games?member=u-sable');
  expect(await screen.findByRole('heading', { level: 1, name: 'Games of sable' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Chess, game 41' })).toHaveAttribute('href', '/games/g-41');
  expect(screen.getByText('sable to move')).toBeInTheDocument();
  expect(requests).toMatchObject([{ query: { member: 'u-sable' } }]);
});
