import { randomBytes } from 'node:crypto';
import { type ClientEvents, LIVE_PATH, type ServerEvents, type ServerView } from '@oniverse/contracts';
import { io, type Socket } from 'socket.io-client';

export const TIMEOUT_MS = 10_000;

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

export interface SiteMember {
  username: string;
  password: string;
  sessionId: string;
}

/** Returns a property of a response; undefined if it has none. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** @throws Error if the response has no such text */
export function requireText(value: unknown, name: string): string {
  const text = field(value, name);
  if (typeof text !== 'string') throw new Error(`The response has no ${name}: ${JSON.stringify(value)}`);
  return text;
}

export function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

/** A running Oniverse, as its members reach it through the gateway. */
export class Site {
  constructor(readonly url: string) {}

  /** Calls the API. @throws Error with the response unless it succeeds */
  async request(
    method: string,
    path: string,
    { sessionId, body }: { sessionId?: string; body?: object } = {},
  ): Promise<unknown> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        ...(sessionId !== undefined && { authorization: `Bearer ${sessionId}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  }

  /** Registers a member with a random name that starts with a prefix. */
  async signUp(prefix: string): Promise<SiteMember> {
    const username = `${prefix}_${randomBytes(5).toString('hex')}`;
    const password = `Aa1@${randomBytes(12).toString('hex')}`;
    const body = { username, email: `${username}@${prefix}.invalid`, password };
    const answer = await this.request('POST', '/api/auth/register', { body });
    return { username, password, sessionId: requireText(answer, 'sessionId') };
  }

  /** Opens a live connection, which does not reconnect. @throws Error if it is refused */
  async connect(sessionId: string): Promise<LiveSocket> {
    const socket: LiveSocket = io(this.url, {
      path: LIVE_PATH,
      transports: ['websocket'],
      auth: { sessionId },
      forceNew: true,
      reconnection: false,
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  async firstPublicChannel(
    sessionId: string,
  ): Promise<{ server: string; serverId: string; channelId: string }> {
    const servers = await this.request('GET', '/api/servers', { sessionId });
    const server = isList(servers)
      ? servers.find((each) => field(each, 'isPublic' satisfies keyof ServerView) === true)
      : undefined;
    if (server === undefined)
      throw new Error('No public dimension found. Run the migrations, then try again.');
    const serverId = requireText(server, 'id');
    const channels = await this.request('GET', `/api/servers/${serverId}/channels`, { sessionId });
    return {
      server: requireText(server, 'name'),
      serverId,
      channelId: requireText(isList(channels) ? channels[0] : undefined, 'id'),
    };
  }
}
