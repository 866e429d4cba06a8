import { beforeEach, describe, expect, it } from '@jest/globals';
import { type GameView, joinGame, leaveGame, startGame } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { gameView, player } from '../../../testing/games.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import GameCard from './game-card.js';
import { useGamesPanel } from './games-panel.store.js';

const ME = member().id;
const PLACE = { path: '/dimensions/public', serverId: 's-obs', channelId: 'general' } as const;

beforeEach(() => {
  signIn();
});

async function show(given: Partial<GameView>, mayPlay = true) {
  const view = renderWithLinks(<GameCard game={gameView(given)} place={PLACE} mayPlay={mayPlay} />);
  await screen.findByRole('region', { name: /, game 41$/u });
  return view;
}
const button = (name: string) => screen.queryByRole('button', { name });
const OPEN: Partial<GameView> = {
  status: 'open',
  toMove: [],
  starterId: 'u-sable',
  players: [player(0, 'sable')],
};

describe('the card of a game', () => {
  it('TLK-570 has a free seat, which another member takes', async () => {
    const joined = mock(joinGame, gameView());
    const { user } = await show(OPEN);
    expect(screen.getByText('a free seat')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Take the seat' }));
    await waitFor(() => expect(joined).toMatchObject([{ id: 'g-41' }]));
  });

  it('TLK-570 keeps the seat for the invited member', async () => {
    await show({ ...OPEN, invitedId: 'u-otto' });
    expect(screen.getByText('kept for another member')).toBeInTheDocument();
    expect(button('Take the seat')).toBeNull();
  });

  it('TLK-570 offers nothing to those who may not write there', async () => {
    await show(OPEN, false);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('TLK-570 lets the starter of a game of several start it once there are enough, or withdraw it', async () => {
    const started = mock(startGame, gameView());
    const left = mock(leaveGame, gameView());
    const words: Partial<GameView> = { kind: 'words', status: 'open', toMove: [], starterId: ME };
    const { unmount } = await show({ ...words, players: [player(0, 'vesper')] });
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeInTheDocument();
    expect(button('Start')).toBeNull();
    unmount();
    const { user } = await show({ ...words, players: [player(0, 'vesper'), player(1, 'sable')] });
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    await waitFor(() => expect(started).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(left).toHaveLength(1));
  });

  it('TLK-570 says whose turn it is, and shows the game above the messages', async () => {
    const { user } = await show({ lastMove: 'Be3', toMove: [1] });
    expect(screen.getByText(/sable to move/u)).toHaveTextContent('sable to move, last move Be3');
    await user.click(await screen.findByRole('button', { name: 'Open the game' }));
    expect(useGamesPanel.getState().chosen).toEqual(['g-41']);
  });

  it('TLK-570 says how it ended, and leads to its record', async () => {
    await show({ status: 'over', toMove: [], outcome: { reason: 'checkmate', winners: [1] } });
    expect(screen.getByText('sable won by checkmate.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'The record' })).toHaveAttribute('href', '/games/g-41');
    expect(button('Open the game')).toBeNull();
  });

  it('TLK-570 says that an offer was withdrawn', async () => {
    await show({ ...OPEN, status: 'over', eventCount: 0 });
    expect(screen.getByText('This offer was withdrawn.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'The record' })).toBeNull();
  });
});
