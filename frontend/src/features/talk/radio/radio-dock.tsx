import './radio.css';
import {
  type ChannelView,
  mayWriteIn,
  type RadioPosition,
  type RadioTrackView,
  type RadioView,
  votesToSkip,
} from '@oniverse/contracts';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { uploadMessageOf } from '../../../objects/upload-problems.js';
import { Badge } from '../../../ui/badge.js';
import { failureMessageOf } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { lazyPart } from '../../../ui/lazy-part.js';
import { MemberNames } from '../../../ui/member-names.js';
import { MemberLink } from '../../people/member-card/index.js';
import type { Viewer } from '../messages/index.js';
import { AddTrackButton } from './add-track-button.js';
import { setVolume, startListening, stopListening, usePlayer } from './radio-player.js';
import { useAddTrack, useRadio, useRadioSource, useVote } from './radio.queries.js';
import { RADIO_TEXTS as TEXTS } from './radio.texts.js';
import { useRadioPosition } from './use-radio-position.js';

const OrderDialog = lazyPart(() => import('./order-dialog.js'));

type Position = RadioPosition<RadioTrackView>;

function State({ radio, position }: { radio: RadioView; position: Position | undefined }) {
  if (!position) return <Badge>{TEXTS.silent}</Badge>;
  if (position.isQuiet && radio.quietTo !== null) return <Badge>{TEXTS.quietUntil(radio.quietTo)}</Badge>;
  return (
    <Badge filled tone="accent">
      {TEXTS.onAir}
    </Badge>
  );
}

/** What plays, who added it, and what comes next. */
function NowPlaying({ position }: { position: Position | undefined }) {
  if (!position) return <p className="small faint">{TEXTS.empty}</p>;
  const { track, next, offsetMs } = position;
  return (
    <div className="radio__now">
      <b className="radio__title" title={track.title}>
        <bdi>{track.title}</bdi>
      </b>
      <span className="radio__facts small faint">
        <span className="radio__elapsed">{TEXTS.elapsed(offsetMs, track.durationMs)}</span>
        <span>
          {TEXTS.addedBy}{' '}
          <MemberLink username={track.addedBy.username}>
            <MemberNames member={track.addedBy} />
          </MemberLink>
        </span>
        <span className="radio__next">
          {TEXTS.next} <bdi>{next.title}</bdi>
        </span>
      </span>
    </div>
  );
}

/** A listener's vote, and how many it takes. */
function SkipButton({ channelId, track }: { channelId: string; track: RadioTrackView }) {
  const audience = usePlayer((player) => (player.channelId === channelId ? player.audience : null));
  const { mutate, isPending } = useVote(channelId);
  if (audience?.trackId !== track.id) return null;
  const { votes, listeners, hasVoted } = audience;
  const needed = votesToSkip(listeners);
  return (
    <Button
      small
      aria-label={TEXTS.skipName(track.title, votes, needed)}
      aria-pressed={hasVoted}
      disabled={isPending || hasVoted}
      onClick={() => mutate(track.id)}
    >
      {hasVoted ? TEXTS.voted(votes, needed) : TEXTS.skipVotes(votes, needed)}
    </Button>
  );
}

function Volume() {
  const volume = usePlayer((player) => player.volume);
  return (
    <input
      type="range"
      className="radio__volume"
      aria-label={TEXTS.volume}
      min={0}
      max={100}
      step={5}
      value={Math.round(volume * 100)}
      onChange={({ target }) => setVolume(Number(target.value) / 100)}
    />
  );
}

interface RadioStripProps {
  channel: ChannelView;
  radio: RadioView;
  me: Viewer;
}

function RadioStrip({ channel, radio, me }: RadioStripProps) {
  const { id } = channel;
  const [isOrderOpen, setOrderOpen] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const position = useRadioPosition(radio);
  const source = useRadioSource(id);
  const adding = useAddTrack(id);
  const status = usePlayer((player) => (player.channelId === id ? player.status : 'off'));
  const listeners = usePlayer((player) => (player.channelId === id ? player.audience?.listeners : undefined));
  const isListening = status !== 'off';
  const mayWrite = mayWriteIn(me.standing, me);
  const { tracks, waiting } = radio;
  const done = position ? position.offsetMs / position.track.durationMs : 0;
  return (
    <section className={isUnfolded ? 'radio is-unfolded' : 'radio'} aria-label={TEXTS.radioOf(channel.name)}>
      <div className="radio__done" style={{ width: `${done * 100}%` }} />
      <div className="radio__state">
        <State radio={radio} position={position} />
        {listeners !== undefined && <span className="small faint">{TEXTS.listeners(listeners)}</span>}
      </div>
      <NowPlaying position={position} />
      <div className="radio__controls">
        {position && (
          <Button
            small
            className="radio__listen"
            look={isListening ? 'secondary' : 'primary'}
            onClick={() => (isListening ? stopListening() : startListening(id, source))}
          >
            {isListening ? TEXTS.stop : TEXTS.listen}
          </Button>
        )}
        <IconButton
          small
          icon={isUnfolded ? 'up' : 'down'}
          className="radio__unfold"
          name={isUnfolded ? TEXTS.fold : TEXTS.unfold}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        />
        <div className="radio__details">
          {isListening && <Volume />}
          {isListening && mayWrite && position && !position.isQuiet && (
            <SkipButton channelId={id} track={position.track} />
          )}
          {tracks.length + waiting.length > 0 && (
            <Button
              small
              look="quiet"
              aria-label={TEXTS.orderName(tracks.length)}
              aria-haspopup="dialog"
              onClick={() => setOrderOpen(true)}
            >
              {TEXTS.order}
            </Button>
          )}
          {mayWrite && <AddTrackButton look="quiet" adding={adding} />}
        </div>
      </div>
      <Notice
        isLost={status === 'lost'}
        error={adding.error}
        isReading={waiting.some(({ refusal }) => refusal === null)}
      />
      {isOrderOpen && (
        <Suspense fallback={null}>
          <OrderDialog
            radio={radio}
            playingId={position?.track.id}
            me={me}
            adding={mayWrite ? adding : undefined}
            onClose={() => setOrderOpen(false)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Says what went wrong, or what the reader waits for. */
function Notice({ isLost, error, isReading }: { isLost: boolean; error: Error | null; isReading: boolean }) {
  const text: ReactNode = isLost ? TEXTS.lost : isReading && !error ? TEXTS.reading : null;
  return (
    <>
      {error && (
        <p className="radio__notice error" role="alert">
          {TEXTS.addFailed} {uploadMessageOf(error) ?? failureMessageOf(error)}
        </p>
      )}
      <output className="radio__notice small faint">{text}</output>
    </>
  );
}

/** Of a radio that plays while another channel is open. */
function ElsewhereStrip({ channel }: { channel: ChannelView }) {
  const { data: radio } = useRadio(channel.id);
  return radio ? <PlayingElsewhere channel={channel} radio={radio} /> : null;
}

function PlayingElsewhere({ channel, radio }: { channel: ChannelView; radio: RadioView }) {
  const position = useRadioPosition(radio);
  return (
    <section className="radio radio--elsewhere" aria-label={TEXTS.radioOf(channel.name)}>
      <State radio={radio} position={position} />
      <p className="radio__title">
        <bdi>{position?.track.title}</bdi> <span className="small faint">{TEXTS.channel(channel.name)}</span>
      </p>
      <div className="radio__controls">
        <Volume />
        <Button small aria-label={TEXTS.stopOf(channel.name)} onClick={stopListening}>
          {TEXTS.stop}
        </Button>
      </div>
    </section>
  );
}

function OwnStrip({ channel, me }: Omit<RadioDockProps, 'channels'>) {
  const { data: radio } = useRadio(channel.id);
  return radio ? (
    <RadioStrip channel={channel} radio={radio} me={me} />
  ) : (
    <div className="radio" aria-hidden />
  );
}

export interface RadioDockProps {
  channel: ChannelView;
  /** All of the dimension. */
  channels: readonly ChannelView[];
  me: Viewer;
}

/**
 * The radio of the open channel. One that the reader listens to goes on in other channels of its dimension, which show it too, and
 * ends when the reader leaves the dimension.
 */
export default function RadioDock({ channel, channels, me }: RadioDockProps) {
  const playingId = usePlayer((player) => player.channelId);
  const playing = channels.find(({ id, hasRadio }) => id === playingId && hasRadio);
  const isGone = playingId !== null && !playing;
  useEffect(() => stopListening, []);
  useEffect(() => {
    if (isGone) stopListening();
  }, [isGone]);
  const elsewhere = playing?.id === channel.id ? undefined : playing;
  return (
    <>
      {elsewhere && <ElsewhereStrip key={elsewhere.id} channel={elsewhere} />}
      {channel.hasRadio && <OwnStrip key={channel.id} channel={channel} me={me} />}
    </>
  );
}
