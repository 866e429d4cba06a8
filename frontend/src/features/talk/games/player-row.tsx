import './player-row.css';
import type { GamePlayer } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/session.js';
import { Avatar } from '../../../ui/avatar.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberLink } from '../../people/member-card/index.js';
import { playerName } from './lines.js';

interface PlayerRowProps {
  player: GamePlayer;
  /** Whether it is the player's turn. */
  isOn: boolean;
  /** The side. */
  note?: string | undefined;
  children?: ReactNode;
}

/** A player of a game, in a card or at a table. */
export function PlayerRow({ player, isOn, note, children }: PlayerRowProps) {
  const { author, userId } = player;
  const { user } = useSession();
  const isMe = user !== null && userId === user.id;
  return (
    <div className={isOn ? 'player is-on' : 'player'}>
      <Avatar
        name={author ? memberName(author) : playerName(player)}
        src={author?.profileImageUrl ?? null}
        size="s"
      />
      {author ? (
        <MemberLink username={author.username} className={isMe ? 'player__name is-me' : 'player__name'}>
          {playerName(player)}
        </MemberLink>
      ) : (
        <span className="player__name faint">{playerName(player)}</span>
      )}
      {note !== undefined && <span className="faint player__note">{note}</span>}
      {children !== undefined && <span className="grow" />}
      {children}
    </div>
  );
}
