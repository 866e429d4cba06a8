import {
  clockText,
  type FoundMember,
  GAME_KINDS,
  GAME_STORIES,
  GAME_TITLES,
  type GameClock,
  type GameKind,
  GO_SCORINGS,
  GO_SIZES,
  STORY_TITLES,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { Segmented } from '../../../ui/segmented.js';
import { Select } from '../../../ui/select.js';
import { TextArea } from '../../../ui/text-area.js';
import { newNonce } from '../log/index.js';
import { MemberPicker } from '../write/index.js';
import { useOffer } from './games.queries.js';
import { GAMES_TEXTS } from './games.texts.js';
import { PositionText } from './position-text.js';
import { readStart } from './start-position.js';

const { offer: TEXTS } = GAMES_TEXTS;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const aMove = (moveSeconds: number): GameClock => ({ bankSeconds: 0, moveSeconds });

/** The times that the dialog offers; the server takes all others too. */
const CLOCKS: readonly GameClock[] = [
  { bankSeconds: 3 * MINUTE, moveSeconds: 2 },
  { bankSeconds: 10 * MINUTE, moveSeconds: 5 },
  { bankSeconds: 30 * MINUTE, moveSeconds: 20 },
  { bankSeconds: HOUR, moveSeconds: 30 },
  aMove(MINUTE),
  aMove(5 * MINUTE),
  aMove(HOUR),
  aMove(DAY),
  aMove(3 * DAY),
];

/** The first choice for each game. Those of several players have a time for each move only. */
const USUAL: Readonly<Record<GameKind, number>> = { chess: 1, go: 2, words: 5, adventure: 5 };

const KINDS = GAME_KINDS.map((value) => ({ value, title: GAME_TITLES[value] }));
const SIZES = GO_SIZES.map((value) => ({ value, title: TEXTS.lines(value) }));
const SCORINGS = GO_SCORINGS.map((value) => ({ value, title: TEXTS.scorings[value] }));
const STORIES = GAME_STORIES.map((value) => ({ value, title: STORY_TITLES[value] }));
const STARTS = [
  { value: 'usual', title: TEXTS.starts.usual },
  { value: 'position', title: TEXTS.starts.position },
] as const;
const OPPONENTS = [
  { value: 'anyone', title: TEXTS.anyone },
  { value: 'member', title: TEXTS.member },
] as const;

const isDuel = (kind: GameKind): boolean => kind === 'chess' || kind === 'go';

interface OfferDialogProps {
  channelId: string;
  kind: GameKind | undefined;
  /** A text to start from. */
  position: string | undefined;
  /** The other member of a conversation of two, who needs no invitation. */
  opponentId: string | undefined;
  onClose: () => void;
}

/** Asks for the game to offer, its time, and the invited member. */
export default function OfferDialog({
  channelId,
  kind: asked,
  position: given = '',
  opponentId,
  onClose,
}: OfferDialogProps) {
  const { user } = useSession();
  const [nonce] = useState(newNonce);
  const [kind, setKind] = useState<GameKind>(asked ?? 'chess');
  const [size, setSize] = useState<(typeof GO_SIZES)[number]>('9');
  const [scoring, setScoring] = useState<(typeof GO_SCORINGS)[number]>('area');
  const [story, setStory] = useState<(typeof GAME_STORIES)[number]>(GAME_STORIES[0]);
  const [from, setFrom] = useState<(typeof STARTS)[number]['value']>(given === '' ? 'usual' : 'position');
  const [pasted, setPasted] = useState(given);
  const [chosenClock, setClock] = useState<number>();
  const [opponent, setOpponent] = useState<(typeof OPPONENTS)[number]['value']>('anyone');
  const [invited, setInvited] = useState<readonly FoundMember[]>([]);
  const { mutate, isPending, error } = useOffer(channelId);
  const offered = CLOCKS.map((clock, index) => ({ clock, index })).filter(
    ({ clock }) => isDuel(kind) || clock.bankSeconds === 0,
  );
  const usual = offered.find(({ index }) => index === (chosenClock ?? USUAL[kind])) ?? offered[0];
  const asksForMember = isDuel(kind) && opponentId === undefined;
  const isKept = asksForMember && opponent === 'member';
  const [member] = invited;
  const start = isDuel(kind) && from === 'position' ? readStart(kind, pasted) : undefined;
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isBlocked={(isKept && !member) || start?.problem !== undefined}
      isDirty={pasted !== given}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!usual) return;
        mutate(
          {
            kind,
            nonce,
            ...usual.clock,
            ...(kind === 'go' && { size, scoring }),
            ...(start?.position !== undefined && { position: start.position }),
            ...(kind === 'adventure' && { story }),
            ...(isKept && member && { invitedId: member.id }),
          },
          { onSuccess: onClose },
        );
      }}
      onClose={onClose}
    >
      <Select label={TEXTS.game} hint={TEXTS.about[kind]} options={KINDS} value={kind} onChange={setKind} />
      {kind === 'go' && (
        <>
          {start?.position === undefined && (
            <Segmented label={TEXTS.size} segments={SIZES} value={size} onChange={setSize} />
          )}
          <Segmented label={TEXTS.scoring} segments={SCORINGS} value={scoring} onChange={setScoring} />
        </>
      )}
      {kind === 'adventure' && (
        <Select label={TEXTS.story} options={STORIES} value={story} onChange={setStory} />
      )}
      <Select
        label={TEXTS.clock}
        options={offered.map(({ clock, index }) => ({ value: String(index), title: clockText(clock) }))}
        value={String(usual?.index)}
        onChange={(value) => setClock(Number(value))}
      />
      {isDuel(kind) && <Segmented label={TEXTS.start} segments={STARTS} value={from} onChange={setFrom} />}
      {start && (kind === 'chess' || kind === 'go') && (
        <TextArea
          label={TEXTS.position}
          hint={TEXTS.positionHint[kind]}
          error={pasted.trim() === '' ? undefined : start.problem}
          rows={2}
          dir="ltr"
          spellCheck={false}
          value={pasted}
          onChange={({ target }) => setPasted(target.value)}
        />
      )}
      {start?.shown !== undefined && (
        <section aria-label={TEXTS.startsFrom}>
          <PositionText text={start.shown} />
        </section>
      )}
      {asksForMember && (
        <Segmented label={TEXTS.opponent} segments={OPPONENTS} value={opponent} onChange={setOpponent} />
      )}
      <p className="small">
        <Link className="link" to="/games/{-$id}" onClick={onClose}>
          {GAMES_TEXTS.awake.title}
        </Link>
      </p>
      {isKept && (
        <MemberPicker chosen={invited} max={1} excluded={user ? [user.id] : []} onChange={setInvited} />
      )}
    </FormDialog>
  );
}
