import type { GameView } from '@oniverse/contracts';
import { type GameState, positionText } from '@oniverse/games';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { copyText } from '../../../ui/copy-text.js';
import { IconButton } from '../../../ui/icon-button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.js';
import { showToast } from '../../../ui/toast-store.js';
import { newNonce } from '../log/index.js';
import { linkToTalk, type TalkPlace } from '../messages/index.js';
import { useRematch, useVisitors } from './games.queries.js';
import { GAMES_TEXTS } from './games.texts.js';
import { nameAt } from './lines.js';
import type { Play } from './use-table.js';

const { table: TEXTS } = GAMES_TEXTS;

export const copyPosition = (state: GameState): Promise<void> =>
  copyText(positionText(state), { title: TEXTS.positionCopied });

interface TableMenuProps {
  game: GameView;
  state: GameState;
  seat: number | undefined;
  /** Absent on the page of the game. */
  place: TalkPlace | undefined;
  mayOpenToVisitors: boolean;
  play: Play;
}

/** What can be done at a table apart from moves. */
export function TableMenu({ game, state, seat, place, mayOpenToVisitors, play }: TableMenuProps) {
  const { id, kind, isOpenToVisitors } = game;
  const { status, drawOfferedBy, takebackAskedBy, moves } = state;
  const navigate = useNavigate();
  const [isResigning, setResigning] = useState(false);
  const { mutate: setVisitors } = useVisitors(game);
  const isPlaying = seat !== undefined && status === 'active';
  const isDuel = kind === 'chess' || kind === 'go';
  const { title, text, leaveTitle, leaveText, confirm, confirmLeave } = TEXTS.resignation;
  return (
    <>
      <Menu button={<IconButton small icon="more" name={TEXTS.menu} />}>
        <MenuItem icon={MENU_ICONS.copy} onSelect={() => void copyPosition(state)}>
          {TEXTS.copyPosition}
        </MenuItem>
        {place && (
          <>
            <MenuItem
              icon={MENU_ICONS.thread}
              onSelect={() => void navigate(linkToTalk(place, { thread: id }))}
            >
              {TEXTS.thread}
            </MenuItem>
            <MenuItem icon="right" onSelect={() => void navigate({ to: '/games/{-$id}', params: { id } })}>
              {TEXTS.page}
            </MenuItem>
          </>
        )}
        {mayOpenToVisitors && (
          <MenuItem icon="public" onSelect={() => setVisitors(!isOpenToVisitors)}>
            {isOpenToVisitors ? TEXTS.closeToVisitors : TEXTS.openToVisitors}
          </MenuItem>
        )}
        {isPlaying && <MenuSeparator />}
        {isPlaying && isDuel && drawOfferedBy === undefined && (
          <MenuItem onSelect={() => play('draw')}>{TEXTS.offerDraw}</MenuItem>
        )}
        {isPlaying && isDuel && takebackAskedBy === undefined && moves.some((move) => move.seat === seat) && (
          <MenuItem onSelect={() => play('takeback')}>{TEXTS.askTakeback}</MenuItem>
        )}
        {isPlaying && (
          <MenuItem danger onSelect={() => setResigning(true)}>
            {isDuel ? TEXTS.resign : TEXTS.leave}
          </MenuItem>
        )}
      </Menu>
      <ConfirmDialog
        open={isResigning}
        title={isDuel ? title : leaveTitle}
        text={isDuel ? text : leaveText}
        confirm={isDuel ? confirm : confirmLeave}
        onConfirm={() => {
          setResigning(false);
          play('resign');
        }}
        onCancel={() => setResigning(false)}
      />
    </>
  );
}

interface OfferLineProps {
  players: Pick<GameView, 'players'>;
  /** The seat that asks. */
  by: number | undefined;
  /** The reader's seat. */
  seat: number | undefined;
  kind: 'draw' | 'takeback';
  play: Play;
}

/** An open offer of a draw, or the question for a takeback, and the answers to it. */
export function OfferLine({ players, by, seat, kind, play }: OfferLineProps) {
  if (by === undefined) return null;
  const texts = TEXTS[kind];
  return (
    <div className="table__offer">
      <p>{by === seat ? texts.own : texts.asked(nameAt(players, by))}</p>
      {seat !== undefined && by !== seat && (
        <>
          <Button small look="primary" onClick={() => play(kind)}>
            {texts.yes}
          </Button>
          <Button small onClick={() => play(`decline_${kind}`)}>
            {texts.no}
          </Button>
        </>
      )}
    </div>
  );
}

/** Offers the same game again. */
export function RematchButton({ game, onOffered }: { game: GameView; onOffered?: (gameId: string) => void }) {
  const [nonce] = useState(newNonce);
  const { mutate, isPending, isSuccess } = useRematch(game, nonce);
  return (
    <Button
      small
      disabled={isPending || isSuccess}
      onClick={() =>
        mutate(undefined, {
          onSuccess: ({ thread }) => {
            showToast({ title: TEXTS.rematchOffered });
            if (thread?.game) onOffered?.(thread.game.id);
          },
        })
      }
    >
      {TEXTS.rematch}
    </Button>
  );
}
