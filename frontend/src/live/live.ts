import {
  HEARTBEAT,
  isPhraseParams,
  LIVE_EVENTS,
  LIVE_PATH,
  LIVE_REQUESTS,
  type LiveBody,
  type PhraseParams,
  problemAckSchema,
  type ServerEvent,
  type ServerPayload,
  type SessionEndReason,
  type TypeOf,
} from '@oniverse/contracts';
import type { DisconnectDescription, Socket } from 'socket.io-client';
import * as v from 'valibot';
import { orNone, tryParse } from '../api/parse.js';
import { sentenceOf } from '../api/sentences.js';
import { ownerOf, pageSession } from '../api/stored-session.js';
import { hasPageEnded, onPageEnd } from '../session/page-end.js';
import { createConnectionMachine } from './connection-machine.js';
import { getConnection } from './connection.store.js';
import { LiveError } from './live-error.js';
import { LIVE_TEXTS } from './live.texts.js';
import { throttle } from './throttle.js';

const { problems: PROBLEMS } = LIVE_TEXTS;
/** The client reconnects when a heartbeat is this late. */
const HEARTBEAT_GRACE_MS = 3_000;
const DEFAULTS: LiveSettings = {
  origin: '/',
  answerTimeoutMs: 10_000,
  silenceTimeoutMs: HEARTBEAT.interval + HEARTBEAT_GRACE_MS,
};
const CONNECT_TIMEOUT_MS = 8_000;
/** Rare, because a newer server may send an event that this client rejects again and again. */
const RESYNC_INTERVAL_MS = 30_000;

let settings = DEFAULTS;
let socket: Socket | undefined;
let socketPromise: Promise<Socket> | undefined;
let currentSession: string | null = null;
let endedSession: string | null = null;
/** When the server last sent anything, in milliseconds since the epoch. */
let lastActivityAt = 0;
let silenceTimer: ReturnType<typeof setTimeout> | undefined;

const eventListeners = new Map<string, Set<(payload: unknown) => void>>();
const connectListeners = new Set<() => void>();
const endListeners = new Set<(reason: SessionEndReason) => void>();

const machine = createConnectionMachine({
  connect: () => void openSocket(),
  disconnect: () => socket?.disconnect(),
});

/** Returns the session to connect with. An ended session counts as none, even while it is still stored. */
function sessionToUse(): string | null {
  const stored = pageSession();
  return stored === endedSession ? null : stored;
}

/** Loads socket.io-client in a separate chunk, so that the first screen does not wait for it. */
async function makeSocket(): Promise<Socket> {
  const { io } = await import('socket.io-client');
  return io(settings.origin, {
    path: LIVE_PATH,
    transports: ['websocket'],
    autoConnect: false,
    reconnection: false,
    forceNew: true,
    timeout: CONNECT_TIMEOUT_MS,
    auth: (send) => {
      currentSession = sessionToUse();
      send(currentSession === null ? {} : { sessionId: currentSession });
    },
  });
}

async function openSocket(): Promise<void> {
  try {
    socketPromise ??= makeSocket().then(addSocketListeners);
    socket = await socketPromise;
  } catch (error) {
    socketPromise = undefined;
    console.error('Loading the live connection failed.', error);
    machine.handleFailure();
    return;
  }
  if (getConnection().status === 'connecting') socket.connect();
}

function recordActivity(): void {
  lastActivityAt = Date.now();
}

/** Reconnects after a long silence. A hung server keeps its connections open, and socket.io times out later. */
function watchSilence(watched: Socket): void {
  clearTimeout(silenceTimer);
  const leftMs = lastActivityAt + settings.silenceTimeoutMs - Date.now();
  if (leftMs > 0) silenceTimer = setTimeout(watchSilence, leftMs, watched);
  else if (watched.connected) machine.reconnect();
}

/** Returns whether the server closed the websocket, unlike a server that crashed or a network that failed. */
function isClosedProperly(details: DisconnectDescription | undefined): boolean {
  return (
    details !== undefined &&
    'context' in details &&
    details.context instanceof CloseEvent &&
    details.context.wasClean
  );
}

function handleConnect(connected: Socket): void {
  recordActivity();
  watchSilence(connected);
  machine.handleConnect();
  notifyConnected();
}

/** Connects to another server before this one closes the connection, which still answers what was asked there. */
async function leave(left: Socket): Promise<void> {
  const { id } = left;
  const next = await makeSocket();
  next.once('connect', () => {
    // The old connection may have been lost, and opened again, in the meantime.
    if (socket !== left || left.id !== id) next.disconnect();
    else {
      left.off().offAny();
      socket = next;
      socketPromise = Promise.resolve(addSocketListeners(next));
      handleConnect(next);
    }
  });
  next.connect();
}

function addSocketListeners(created: Socket): Socket {
  created.io.on('ping', recordActivity);
  created.on('connect', () => handleConnect(created));
  created.on('disconnect', (_reason, details) => {
    clearTimeout(silenceTimer);
    if (isClosedProperly(details)) machine.handleMove();
    else machine.handleFailure();
  });
  created.on('connect_error', (error) => {
    if (error.message === 'unauthorized') endSession('expired');
    else machine.handleFailure();
  });
  created.onAny((name: string, payload: unknown) => {
    recordActivity();
    for (const listener of eventListeners.get(name) ?? []) listener(payload);
  });
  return created;
}

function notifyConnected(): void {
  for (const listener of connectListeners) listener();
}

/** Fetches what a malformed event would have brought, as after a reconnect. */
const { request: requestResync } = throttle(notifyConnected, RESYNC_INTERVAL_MS);

function endSession(reason: SessionEndReason): void {
  endedSession = currentSession;
  machine.endSession();
  for (const listener of endListeners) listener(reason);
}

const unsubscriber =
  <T>(set: Set<T>, listener: T) =>
  () => {
    set.delete(listener);
  };

/** Calls `listener` for every event of a name. A malformed event is dropped, and its subject fetched again. */
export function onLive<E extends ServerEvent>(
  name: E,
  listener: (payload: ServerPayload<E>) => void,
): () => void {
  const schema: v.GenericSchema<unknown, ServerPayload<E>> = LIVE_EVENTS[name].payload;
  const listeners = eventListeners.get(name) ?? new Set();
  eventListeners.set(name, listeners);
  const handle = (payload: unknown) => {
    const parsed = tryParse(schema, payload, `Dropped a malformed ${name} event.`);
    if (parsed === undefined) requestResync();
    else listener(parsed);
  };
  listeners.add(handle);
  return unsubscriber(listeners, handle);
}

/** Calls `listener` after every connect, including the first. */
export function onConnected(listener: () => void): () => void {
  connectListeners.add(listener);
  return unsubscriber(connectListeners, listener);
}

/** Returns a function that calls all of the given ones, which end a subscription each. */
export const endAll =
  (...ends: readonly (() => void)[]) =>
  (): void => {
    for (const end of ends) end();
  };

export function onSessionEnded(listener: (reason: SessionEndReason) => void): () => void {
  endListeners.add(listener);
  return unsubscriber(endListeners, listener);
}

let isFollowing = false;

/** Retries when the network returns or the page becomes visible. */
function followBrowser(): void {
  if (isFollowing) return;
  isFollowing = true;
  window.addEventListener('online', () => machine.retryNow());
  window.addEventListener('offline', () => machine.reconnect());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') machine.retryNow();
  });
}

/** Connects with the page's session, unless a connection with that session exists or is being made. */
export function startLive(): void {
  if (hasPageEnded()) return;
  followBrowser();
  if (getConnection().status === 'live' && currentSession !== sessionToUse()) machine.reconnect();
  else machine.start();
}

/** Returns the id of the member that this connection is authenticated as, or undefined if unknown. */
export const connectedMember = (): string | undefined =>
  getConnection().status === 'live' ? ownerOf(currentSession) : undefined;

export function retryNow(): void {
  machine.retryNow();
}

type Requests = typeof LIVE_REQUESTS;
type LiveRequest = keyof Requests;
type RequestAnswer<E extends LiveRequest> = TypeOf<Requests[E]['answer']>;

/** Accepts a refusal with an unknown code, from a newer server, as `internal_error`. */
const refusalSchema = v.object({
  ok: problemAckSchema.entries.ok,
  code: v.fallback(problemAckSchema.entries.code, 'internal_error'),
  message: v.fallback(problemAckSchema.entries.message, PROBLEMS.refused),
  reason: orNone(v.string()),
  params: orNone(v.custom<PhraseParams>(isPhraseParams)),
  retryAfter: orNone(v.number()),
});

/** Sends a request. @throws LiveError without a connection, on a timeout, a refusal or a malformed answer */
export async function request<E extends LiveRequest>(
  name: E,
  payload: LiveBody<E>,
): Promise<RequestAnswer<E>> {
  if (!socket?.connected) throw new LiveError('disconnected', PROBLEMS.disconnected);
  const answer = await emitWithTimeout(socket, name, payload);
  const refusal = v.safeParse(refusalSchema, answer);
  if (refusal.success) throw new LiveError('refused', sentenceOf(refusal.output), refusal.output);
  const schema: v.GenericSchema<unknown, RequestAnswer<E>> = LIVE_REQUESTS[name].answer;
  const parsed = tryParse(schema, answer, `Malformed answer to ${name}.`);
  if (parsed === undefined) throw new LiveError('malformed', PROBLEMS.malformed(name));
  return parsed;
}

async function emitWithTimeout(target: Socket, name: string, payload: unknown): Promise<unknown> {
  const sentAt = Date.now();
  try {
    const answer: unknown = await target.timeout(settings.answerTimeoutMs).emitWithAck(name, payload);
    recordActivity();
    return answer;
  } catch {
    // The connection that replaced it is open.
    if (target !== socket) throw new LiveError('timeout', PROBLEMS.timeout);
    if (!target.connected) throw new LiveError('disconnected', PROBLEMS.lost);
    // Nothing at all has arrived since the request: the connection is dead although the socket seems open.
    if (lastActivityAt < sentAt) machine.reconnect();
    throw new LiveError('timeout', PROBLEMS.timeout);
  }
}

export interface LiveSettings {
  origin: string;
  answerTimeoutMs: number;
  silenceTimeoutMs: number;
}

/** Disconnects and applies other settings from the next start. Tests use it to reach their own live server. */
export function configureLive(given: Partial<LiveSettings>): void {
  machine.stop();
  socketPromise = undefined;
  socket = undefined;
  endedSession = null;
  settings = { ...DEFAULTS, ...given };
}

onLive('connection:ending', () => {
  if (socket) void leave(socket);
});
onLive('session:ended', ({ reason }) => endSession(reason));
onPageEnd(() => machine.endSession());
