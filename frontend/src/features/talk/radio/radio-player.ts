import {
  listenToRadio,
  RADIO,
  radioAt,
  type RadioAudience,
  type RadioTrackView,
  type RadioView,
} from '@oniverse/contracts';
import { create } from 'zustand';
import { send } from '../../../api/calls.js';
import { onLive } from '../../../live/live.js';
import { openableAddress } from '../../../objects/openable-address.js';
import { askTimed, radioNow } from './radio-clock.js';
import { readVolume, storeVolume } from './radio-volume.js';

/** How often the sound is compared with the time of the server. */
const TICK_MS = 250;
/** A track is sought this far ahead, and begins when the radio is there. */
const LEAD_MS = 400;
/** Below this, the sound is where it should be. */
const EXACT_MS = 20;
/** Beyond this, the sound jumps; a smaller drift is corrected by the rate. */
const JUMP_MS = 2_000;
/** The largest change of the rate, and the drift that takes it. */
const MAX_RATE = 0.03;
const FULL_RATE_MS = 1_000;
/** A file that could not be played is tried again after this time. */
const RETRY_MS = 4_000;
/** The round trips that measure the clock of the server at the beginning. */
const FIRST_BEATS = 3;

/**
 * - `off`: nobody listens here
 * - `tuning`: the sound is about to begin
 * - `quiet`: the radio stands still
 * - `empty`: it has no tracks
 * - `lost`: the file cannot be loaded, and is tried again
 */
type PlayerStatus = 'off' | 'tuning' | 'playing' | 'quiet' | 'empty' | 'lost';

interface PlayerState {
  /** The channel whose radio plays here. */
  channelId: string | null;
  status: PlayerStatus;
  /** From 0 to 1. */
  volume: number;
  /** Null until the server said who listens. */
  audience: RadioAudience | null;
}

/** Where the player finds the radio. */
export interface RadioSource {
  read: () => RadioView | undefined;
  refetch: () => void;
}

export const usePlayer = create<PlayerState>(() => ({
  channelId: null,
  status: 'off',
  volume: readVolume(),
  audience: null,
}));

const set = (state: Partial<PlayerState>): void => usePlayer.setState(state);

const READY_EVENTS = ['seeked', 'canplay', 'canplaythrough'] as const;

/** Resolves when the sound could play from where it was sought; rejects with the signal. */
async function untilReady(audio: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  const isReady = () => !audio.seeking && audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA;
  await new Promise<void>((resolve, reject) => {
    const end = (finish: () => void) => {
      for (const name of READY_EVENTS) audio.removeEventListener(name, check);
      signal.removeEventListener('abort', stop);
      finish();
    };
    const check = () => {
      if (isReady()) end(resolve);
    };
    const stop = () => end(() => reject(signal.reason));
    for (const name of READY_EVENTS) audio.addEventListener(name, check);
    signal.addEventListener('abort', stop);
    check();
  });
}

const wait = async (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Plays a radio in this page. One radio at a time. */
class Listening {
  private readonly ended = new AbortController();
  private readonly audio = new Audio();
  private readonly timers: ReturnType<typeof setInterval>[] = [];
  /** The track whose file is in the player. */
  private loadedId: string | undefined;
  /** Ends the steps that begin the sound. */
  private starting: AbortController | undefined;
  /** Whether the player should sound, so that a pause is one of the listener's keys or headphones. */
  private isSounding = false;
  private retryAt = 0;

  constructor(
    readonly channelId: string,
    private readonly source: RadioSource,
  ) {
    this.audio.preload = 'auto';
    this.audio.volume = usePlayer.getState().volume;
    this.audio.hidden = true;
    // In the document, so that tests and tools of the browser find it.
    document.body.append(this.audio);
    this.audio.addEventListener('error', this.lose);
    this.audio.addEventListener('pause', this.stopIfPaused);
  }

  begin(): void {
    this.timers.push(
      setInterval(() => this.follow(), TICK_MS),
      setInterval(() => void this.beat(), RADIO.beatMs),
    );
    this.follow();
    void this.measure();
  }

  setVolume(volume: number): void {
    this.audio.volume = volume;
  }

  end(): void {
    this.ended.abort();
    this.audio.removeEventListener('error', this.lose);
    this.audio.removeEventListener('pause', this.stopIfPaused);
    this.starting?.abort();
    for (const timer of this.timers) clearInterval(timer);
    this.hush();
    this.audio.removeAttribute('src');
    this.audio.load();
    this.audio.remove();
    void send(listenToRadio, { id: this.channelId, body: { isListening: false } }).catch(() => undefined);
  }

  /** Where the radio is now. */
  private position() {
    const radio = this.source.read();
    return radio && radioAt(radio, radioNow());
  }

  /** Brings the sound in line with the time. */
  private follow(): void {
    const position = this.position();
    if (!position || position.isQuiet) {
      this.starting?.abort();
      this.hush();
      set({ status: position ? 'quiet' : 'empty' });
      return;
    }
    const { track, offsetMs } = position;
    if (track.id !== this.loadedId) {
      if (performance.now() >= this.retryAt) void this.load(track);
      return;
    }
    if (this.starting) return;
    if (this.audio.ended || offsetMs >= this.audio.duration * 1000) return;
    const aheadMs = this.audio.currentTime * 1000 - offsetMs;
    if (this.audio.paused || Math.abs(aheadMs) > JUMP_MS) void this.start();
    else this.audio.playbackRate = rateFor(aheadMs);
  }

  private async load(track: RadioTrackView): Promise<void> {
    this.starting?.abort();
    this.loadedId = track.id;
    this.hush();
    set({ status: 'tuning' });
    const starting = new AbortController();
    this.starting = starting;
    try {
      const url = await openableAddress(track.path);
      if (starting.signal.aborted) return;
      this.audio.src = url;
      this.audio.load();
      await this.start(starting);
    } catch {
      if (!starting.signal.aborted) this.lose();
    }
  }

  /** Seeks once, a little ahead, and plays when the radio is there. */
  private async start(starting = new AbortController()): Promise<void> {
    this.starting = starting;
    const { signal } = starting;
    try {
      const position = this.position();
      if (!position || position.track.id !== this.loadedId) return;
      const target = position.offsetMs + LEAD_MS;
      const beginsAt = radioNow() + LEAD_MS;
      this.isSounding = false;
      this.audio.playbackRate = 1;
      this.audio.currentTime = target / 1000;
      await untilReady(this.audio, signal);
      await wait(Math.max(beginsAt - radioNow(), 0));
      if (signal.aborted) return;
      await this.audio.play();
      if (signal.aborted) return;
      this.isSounding = true;
      set({ status: 'playing' });
    } catch {
      if (!signal.aborted) this.lose();
    } finally {
      if (this.starting === starting) this.starting = undefined;
    }
  }

  private hush(): void {
    this.isSounding = false;
    this.audio.pause();
  }

  private readonly stopIfPaused = (): void => {
    if (this.isSounding && !this.audio.ended) stopListening();
  };

  /** Tries again later, with what the server says then. */
  private readonly lose = (): void => {
    if (this.ended.signal.aborted) return;
    this.starting?.abort();
    this.starting = undefined;
    this.loadedId = undefined;
    this.isSounding = false;
    this.retryAt = performance.now() + RETRY_MS;
    set({ status: 'lost' });
    this.source.refetch();
  };

  private async measure(): Promise<void> {
    for (let count = 0; count < FIRST_BEATS && !this.ended.signal.aborted; count += 1) await this.beat();
  }

  /** Says that somebody listens, and learns who else does. The sound does not depend on it. */
  private async beat(): Promise<void> {
    const { channelId: id } = this;
    try {
      const audience = await askTimed(async () => send(listenToRadio, { id, body: { isListening: true } }));
      if (this.ended.signal.aborted) return;
      set({ audience });
      if (audience.trackId !== (this.position()?.track.id ?? null)) this.source.refetch();
    } catch {
      // The server cannot be reached. The next beat tries again.
    }
  }
}

/** Returns the rate that brings a sound back that is ahead of the radio, or behind it. */
export const rateFor = (aheadMs: number): number =>
  Math.abs(aheadMs) < EXACT_MS ? 1 : 1 - Math.max(-1, Math.min(1, aheadMs / FULL_RATE_MS)) * MAX_RATE;

let current: Listening | undefined;

/** Plays the radio of a channel. Browsers let sound begin only after a click, which calls this. */
export function startListening(channelId: string, source: RadioSource): void {
  stopListening();
  current = new Listening(channelId, source);
  set({ channelId, status: 'tuning', audience: null });
  current.begin();
}

/** Ends the sound of this page. */
export function stopListening(): void {
  current?.end();
  current = undefined;
  set({ channelId: null, status: 'off', audience: null });
}

/** Sets the volume, and keeps it in this browser. @param volume from 0 to 1 */
export function setVolume(volume: number): void {
  current?.setVolume(volume);
  storeVolume(volume);
  set({ volume });
}

/** Shows what the server said after a vote. */
export const setAudience = (audience: RadioAudience): void => set({ audience });

onLive('radio:voted', ({ channelId, ...votes }) => {
  const { channelId: own, audience } = usePlayer.getState();
  if (channelId === own && audience?.trackId === votes.trackId) set({ audience: { ...audience, ...votes } });
});
