import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type GameEvent,
  getGame,
  type GameSetup,
  type GameView,
  offerRematch,
  play,
} from '@oniverse/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { problem } from '../../../testing/call-handler.js';
import { gameRecord, gameSetup, moves, player, storedEvents } from '../../../testing/games.js';
import { ChannelLog, message } from '../../../testing/live-server.js';
import { member, signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { applyToChannel, useLog } from '../log/index.js';
import GameTable from './game-table.js';

const ID = 'g-41';
const ME = member();

beforeEach(() => {
  signIn();
  storeSession('known-session');
  recordOwner('known-session', ME.id);
  // What is asked for stays, because no answer ends it.
  mock(play, () => HttpResponse.error());
});

interface Given {
  setup?: Partial<GameSetup>;
  events?: readonly GameEvent[];
  game?: Partial<GameView>;
}

/** Shows the table of a game, by default of chess. */
async function open({ setup, events = [], game = {} }: Given = {}) {
  const stored = storedEvents(gameSetup(setup), ...events);
  mock(getGame, gameRecord(stored, game));
  const view = renderWithLinks(<GameTable id={ID} />);
  await screen.findByRole('region', { name: /, game 41$/u });
  await waitFor(() => expect(view.queryClient.isFetching()).toBe(0));
  return view;
}

const board = () => screen.getByRole('grid');
const square = (name: string) =>
  within(board()).getByRole('gridcell', { name: new RegExp(`^${name},`, 'u') });
const asked = () =>
  useLog
    .getState()
    .operations.flatMap((one) => (one.kind === 'play' ? [`${one.command} ${one.move}`.trim()] : []));

describe('a table', () => {
  it('TLK-572 says whose turn it is and the last move, and has the players with their sides and clocks', async () => {
    await open({ events: moves('e4') });
    expect(board()).toHaveAccessibleName('Chess, sable to move. The last move is e4.');
    expect(screen.getByText('white, capitals')).toBeInTheDocument();
    expect(screen.getByText('black, small letters')).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent(/^(09:5\d|10:00)$/u);
  });

  it('TLK-572 takes a move by the keyboard alone, and shows it at once', async () => {
    const { user } = await open();
    act(() => screen.getByRole('link', { name: 'vesper' }).focus());
    await user.tab({ shift: true });
    await user.keyboard('{PageDown}{ArrowUp}{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(square('e2')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(square('e2')).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{Escape}');
    expect(square('e2')).toHaveAttribute('aria-selected', 'false');
    await user.keyboard('{Enter}{ArrowUp}{ArrowUp}{Enter}');
    expect(asked()).toEqual(['move e2e4']);
    expect(square('e4')).toHaveAccessibleName('e4, white pawn');
    expect(board()).toHaveAccessibleName('Chess, sable to move. The last move is e4.');
  });

  it('TLK-572 takes a move by two clicks, and asks what a pawn becomes', async () => {
    const { user } = await open({
      events: moves('a4', 'b5', 'axb5', 'a6', 'bxa6', 'Nc6', 'a7', 'Nb8'),
    });
    await user.click(square('a7'));
    await user.click(square('b8'));
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'knight' }));
    expect(asked()).toEqual(['move a7b8n']);
  });

  it('TLK-577 takes a move as text, and says at once why the rules refuse it', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Your move' }), 'Ke4{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('The rules do not allow this move.');
    expect(asked()).toEqual([]);
    await user.clear(screen.getByRole('textbox', { name: 'Your move' }));
    await user.type(screen.getByRole('textbox', { name: 'Your move' }), 'Nf3{Enter}');
    expect(asked()).toEqual(['move Nf3']);
  });

  it('TLK-577 takes a refused move back, with its reason', async () => {
    mock(play, () => problem('already_used', 'This game is over.'));
    const { user } = await open();
    await user.type(screen.getByRole('textbox', { name: 'Your move' }), 'e4{Enter}');
    await waitFor(() => expect(useToast.getState().toast?.description).toBe('This game is over.'));
    expect(board()).toHaveAccessibleName('Chess, vesper to move.');
    expect(square('e4')).toHaveAccessibleName('e4, empty');
  });

  it('TLK-571 TLK-576 follows the thread, and says each event once', async () => {
    await open();
    const log = new ChannelLog();
    log.append({ channelId: ID, event: { type: 'start', setup: gameSetup() } });
    const opened = { type: 'opened', request: { channelId: ID } } as const;
    act(() => applyToChannel(ID, { ...opened, answer: log.open({}) }));
    const [event] = moves('e4');
    act(() => applyToChannel(ID, { type: 'created', messages: [log.append({ channelId: ID, event })] }));
    expect(board()).toHaveAccessibleName('Chess, sable to move. The last move is e4.');
    expect(screen.getByText('Chess, game 41: White plays pawn to e4. Black to move.')).toBeInTheDocument();
  });

  it('TLK-578 shows an offer of a draw, and answers it', async () => {
    const { user } = await open({ events: [...moves('e4', 'e5'), { type: 'offer_draw', seat: 1 }] });
    expect(screen.getByText('sable offers a draw.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    expect(asked()).toEqual(['decline_draw']);
    expect(screen.queryByText('sable offers a draw.')).toBeNull();
  });

  it('TLK-578 asks before a player resigns', async () => {
    const { user } = await open({ events: moves('e4', 'e5') });
    await user.click(screen.getByRole('button', { name: 'Actions for the game' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Resign' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(asked()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Actions for the game' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Resign' }));
    await user.click(await screen.findByRole('button', { name: 'Resign' }));
    expect(asked()).toEqual(['resign']);
    expect(screen.getByText('sable won by resignation.')).toBeInTheDocument();
  });

  it('TLK-578 offers a rematch of a game that is over', async () => {
    const offered = mock(offerRematch, message({ seq: 9, channelId: 'general' }));
    const { user } = await open({ events: moves('f3', 'e5', 'g4', 'Qh4#') });
    expect(screen.getByText('sable won by checkmate.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Rematch' }));
    await waitFor(() => expect(offered).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Rematch' })).toBeDisabled();
  });

  it('TLK-571 takes no moves of those who only watch', async () => {
    const { user } = await open({ game: { players: [player(0, 'otto_n'), player(1, 'sable')] } });
    expect(screen.queryByRole('textbox', { name: 'Your move' })).toBeNull();
    await user.click(square('e2'));
    expect(square('e2')).toHaveAttribute('aria-selected', 'false');
    await user.click(screen.getByRole('button', { name: 'Actions for the game' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy the position' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Resign' })).toBeNull();
  });
});

describe('the tables of other games', () => {
  it('TLK-572 put a stone by a second pick of the point, and marks dead ones by one', async () => {
    const setup = { kind: 'go', size: '9', scoring: 'area' } as const;
    const { user, unmount } = await open({ setup, game: setup });
    await user.click(square('D4'));
    expect(asked()).toEqual([]);
    await user.click(square('D4'));
    expect(asked()).toEqual(['move D4']);
    expect(square('D4')).toHaveAccessibleName('D4, black');
    unmount();
    act(() => useLog.setState({ operations: [] }));
    const scoring = await open({ setup, game: setup, events: moves('D4', 'E5', 'pass', 'pass') });
    await scoring.user.click(square('E5'));
    expect(asked()).toEqual(['move dead E5']);
    await scoring.user.click(screen.getByRole('button', { name: 'Agree' }));
    expect(asked()).toEqual(['move dead E5', 'move done']);
  });

  it('TLK-572 say the marks of each guess, and that an own one is not checked yet', async () => {
    const setup = { kind: 'words', bankSeconds: 0, moveSeconds: 300, commitment: 'ab' } as const;
    const { user } = await open({
      setup,
      game: setup,
      events: [
        { type: 'move', seat: 0, move: 'crane', marks: 'x-o--' },
        { type: 'move', seat: 1, move: 'cloud', marks: 'x----' },
      ],
    });
    expect(
      screen.getByText(
        'vesper: crane, c in place, r not in the word, a elsewhere, n not in the word, e not in the word',
      ),
    ).toBeInTheDocument();
    await user.type(screen.getByRole('textbox', { name: 'Your move' }), 'zzzzz{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('This word is not in the list.');
    await user.clear(screen.getByRole('textbox', { name: 'Your move' }));
    await user.type(screen.getByRole('textbox', { name: 'Your move' }), 'cabin{Enter}');
    expect(asked()).toEqual(['move cabin']);
    expect(screen.getByText('vesper: cabin, not checked yet')).toBeInTheDocument();
  });

  it('TLK-572 take a vote on how a story goes on', async () => {
    const setup = { kind: 'adventure', bankSeconds: 0, moveSeconds: 300, story: 'the-night-train' } as const;
    const { user } = await open({ setup, game: setup });
    const choices = within(await screen.findByRole('list', { name: 'Choices' })).getAllByRole('button');
    const [first] = choices;
    if (!first) throw new Error('A story has choices.');
    await user.click(first);
    expect(asked()).toEqual(['move 1']);
    expect(within(screen.getByRole('list', { name: 'Choices' })).getByText('vesper')).toBeInTheDocument();
  });
});
