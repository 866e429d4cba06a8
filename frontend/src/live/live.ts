import type { ServerEvent, ServerPayload, SessionEndReason } from '@oniverse/contracts';
import { LIVE_PATH } from '@oniverse/contracts';
import type { Socket } from 'socket.io-client';
import type { Guard } from '../api/guards.js';
import { storedSession, onStoredSessionChange } from '../api/stored-session.js';
import { createConnectionMachine } from './connection-machine.js';
import { connectionNow } from './connection.store.js';
import { LiveError } from './live-error.js';
import {
  ANSWERS,
  EVENTS,
  isServerEvent,
  type LiveRequest,
  problemOf,
  type RequestAnswer,
  type RequestPayload,
} from './payloads.js';

/** By default the page's own server is asked, and an answer that has not come in 10 s is lost. */
const DEFAULTS: LiveSettings = { origin: '/', answerMs: 10_000 };
const CONNECT_MS = 8_000;

let settings = DEFAULTS;
let socket: Socket | undefined;
let loading: Promise<Socket> | undefined;
/** The session that the present connection was opened with, and the last one that the server would not have. */
let usedSession: string | null = null;
let endedSession: string | null = null;
/** When the server was last heard. */
let heardAt = 0;

const eventListeners: { [E in ServerEvent]: Set<(payload: ServerPayload<E>) => void> } = {
  'waitlist:count': new Set(),
  'constellation:changed': new Set(),
  'messages:created': new Set(),
  'message:edited': new Set(),
  'message:deleted': new Set(),
  'channel:activity': new Set(),
  mention: new Set(),
  typing: new Set(),
  presence: new Set(),
  'member:joined': new Set(),
  'member:left': new Set(),
  'member:changed': new Set(),
  'server:changed': new Set(),
  'server:removed': new Set(),
  'avatar:ready': new Set(),
  'image:ready': new Set(),
  'upload:failed': new Set(),
  'session:ended': new Set(),
};
const connectListeners = new Set<() => void>();
const endListeners = new Set<(reason: SessionEndReason) => void>();

const machine = createConnectionMachine({
  connect: () => void openSocket(),
  disconnect: () => socket?.disconnect(),
});

/** The session to connect with: one that has ended counts as none, even before the browser has forgotten it. */
function sessionToUse(): string | null {
  const stored = storedSession();
  return stored === endedSession ? null : stored;
}

/** socket.io-client comes in a chunk of its own, so that the first screen does not wait for it. */
async function loadSocket(): Promise<Socket> {
  const { io } = await import('socket.io-client');
  const made: Socket = io(settings.origin, {
    path: LIVE_PATH,
    transports: ['websocket'],
    autoConnect: false,
    reconnection: false,
    forceNew: true,
    timeout: CONNECT_MS,
    auth: (send) => {
      usedSession = sessionToUse();
      send(usedSession === null ? {} : { sessionId: usedSession });
    },
  });
  listen(made);
  return made;
}

async function openSocket(): Promise<void> {
  try {
    loading ??= loadSocket();
    socket = await loading;
  } catch (error) {
    loading = undefined;
    console.error('The live connection could not be loaded.', error);
    machine.failed();
    return;
  }
  if (connectionNow().status === 'connecting') socket.connect();
}

function heard(): void {
  heardAt = Date.now();
}

function listen(made: Socket): void {
  made.io.on('ping', heard);
  made.on('connect', () => {
    heard();
    machine.opened();
    for (const listener of connectListeners) listener();
  });
  made.on('disconnect', () => machine.failed());
  made.on('connect_error', (error) => {
    if (error.message === 'unauthorized') endSession('expired');
    else machine.failed();
  });
  made.onAny((name: string, payload: unknown) => {
    heard();
    if (isServerEvent(name) && !TELL[name](payload)) {
      console.error(`The server told ${name} in an unexpected form.`);
    }
  });
}

function teller<E extends ServerEvent>(name: E, listeners: Set<(payload: ServerPayload<E>) => void>) {
  const fits: Guard<ServerPayload<E>> = EVENTS[name];
  return (payload: unknown): boolean => {
    if (!fits(payload)) return false;
    for (const listener of listeners) listener(payload);
    return true;
  };
}

/** Passes what the server tells on to who listens; false where it has an unexpected form. */
const TELL: { [E in ServerEvent]: (payload: unknown) => boolean } = {
  'waitlist:count': teller('waitlist:count', eventListeners['waitlist:count']),
  'constellation:changed': teller('constellation:changed', eventListeners['constellation:changed']),
  'messages:created': teller('messages:created', eventListeners['messages:created']),
  'message:edited': teller('message:edited', eventListeners['message:edited']),
  'message:deleted': teller('message:deleted', eventListeners['message:deleted']),
  'channel:activity': teller('channel:activity', eventListeners['channel:activity']),
  mention: teller('mention', eventListeners.mention),
  typing: teller('typing', eventListeners.typing),
  presence: teller('presence', eventListeners.presence),
  'member:joined': teller('member:joined', eventListeners['member:joined']),
  'member:left': teller('member:left', eventListeners['member:left']),
  'member:changed': teller('member:changed', eventListeners['member:changed']),
  'server:changed': teller('server:changed', eventListeners['server:changed']),
  'server:removed': teller('server:removed', eventListeners['server:removed']),
  'avatar:ready': teller('avatar:ready', eventListeners['avatar:ready']),
  'image:ready': teller('image:ready', eventListeners['image:ready']),
  'upload:failed': teller('upload:failed', eventListeners['upload:failed']),
  'session:ended': teller('session:ended', eventListeners['session:ended']),
};

function endSession(reason: SessionEndReason): void {
  endedSession = usedSession;
  machine.end();
  for (const listener of endListeners) listener(reason);
}

const unsubscriber =
  <T>(set: Set<T>, listener: T) =>
  () => {
    set.delete(listener);
  };

/** Hears what the server tells; answers how to stop. */
export function onLive<E extends ServerEvent>(
  name: E,
  listener: (payload: ServerPayload<E>) => void,
): () => void {
  eventListeners[name].add(listener);
  return unsubscriber(eventListeners[name], listener);
}

/** Called after each connect, the first one and all later ones: the place to subscribe and fetch. */
export function onConnected(listener: () => void): () => void {
  connectListeners.add(listener);
  return unsubscriber(connectListeners, listener);
}

/** Called when the server ends the session or refuses it: the member is signed out. */
export function onSessionEnded(listener: (reason: SessionEndReason) => void): () => void {
  endListeners.add(listener);
  return unsubscriber(endListeners, listener);
}

let isFollowing = false;

/** Follows what the browser knows: what other tabs do with the session, the network, and whether one looks. */
function followBrowser(): void {
  if (isFollowing) return;
  isFollowing = true;
  onStoredSessionChange(() => {
    if (connectionNow().status !== 'idle') startLive();
  });
  window.addEventListener('online', () => machine.retryNow());
  window.addEventListener('offline', () => machine.renew());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') machine.retryNow();
  });
}

/** Makes sure that the connection is there or on its way, with the session that the browser keeps now. */
export function startLive(): void {
  followBrowser();
  if (connectionNow().status === 'live' && usedSession !== sessionToUse()) machine.renew();
  else machine.start();
}

/** Connects now instead of when the wait is over. */
export function retryNow(): void {
  machine.retryNow();
}

/**
 * Asks the server something.
 * @throws LiveError where there is no connection, no answer in time, or a refusal
 */
export async function request<E extends LiveRequest>(
  name: E,
  payload: RequestPayload<E>,
): Promise<RequestAnswer<E>> {
  if (!socket?.connected) throw new LiveError('disconnected', 'The connection is lost.');
  const answer = await answerOf(socket, name, payload);
  const problem = problemOf(answer);
  if (problem) throw new LiveError('refused', problem.message, problem);
  const fits = ANSWERS[name];
  if (!fits(answer)) throw new LiveError('malformed', `The server answered ${name} in an unexpected form.`);
  return answer;
}

async function answerOf(asked: Socket, name: string, payload: unknown): Promise<unknown> {
  const askedAt = Date.now();
  try {
    const answer: unknown = await asked.timeout(settings.answerMs).emitWithAck(name, payload);
    heard();
    return answer;
  } catch {
    if (!asked.connected)
      throw new LiveError('disconnected', 'The connection was lost before the answer came.');
    // Neither this answer nor anything else came: the connection is only seemingly there.
    if (heardAt < askedAt) machine.renew();
    throw new LiveError('timeout', 'The server did not answer in time.');
  }
}

/** Where the live server is, and how long an answer may take. */
export interface LiveSettings {
  origin: string;
  answerMs: number;
}

/** Leaves what there is and goes by other settings from the next start on: for a live server of one's own. */
export function configureLive(given: Partial<LiveSettings>): void {
  machine.stop();
  loading = undefined;
  socket = undefined;
  endedSession = null;
  settings = { ...DEFAULTS, ...given };
}

onLive('session:ended', ({ reason }) => endSession(reason));
