import type { LIVE_REQUESTS } from '@oniverse/contracts';
import type { LiveClient } from '@oniverse/testing';
import { type Side, SPOTS } from './fixture.js';
import type { Call, Comparison } from './measure.js';

/** Those who call: a member of both dimensions, and visitors of them. */
export interface Callers {
  url: string;
  reader: string;
  /** Sessions of members of neither. */
  visitors: readonly string[];
}

/** Reads up to 10,000 links, or the entries that were just marked as read. */
const KNOWN_GROWTH = 15;
/** Reaches all clients, at most ten times in five seconds. */
const REACHES_ALL = 30;

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** Calls the API. @returns the bytes of the answer @throws Error if it failed */
async function callApi(
  url: string,
  session: string,
  method: Method,
  path: string,
  body?: object,
): Promise<number> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${session}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  return bytes;
}

const linked = ({ linkedSession }: Side): string => linkedSession;
const logged = ({ logSession }: Side): string => logSession;
const formerly = ({ hiddenLogSession }: Side): string => hiddenLogSession;
const channelOf = ({ place }: Side): object => ({ channelId: place.channelId });
const EMOJI = encodeURIComponent('🪐');

/** Returns the calls that touch each hot spot, apart from those that need open clients. */
export function listCalls({ url, reader, visitors }: Callers, ordinary: Side, hot: Side): Comparison[] {
  const both = (make: (side: Side) => Call): Pick<Comparison, 'ordinary' | 'hot'> => ({
    ordinary: make(ordinary),
    hot: make(hot),
  });
  const get = (
    spot: string,
    call: string,
    path: (side: Side) => string,
    session: (side: Side) => string = () => reader,
  ): Comparison => ({
    spot,
    call,
    ...both((side) => () => callApi(url, session(side), 'GET', path(side))),
  });
  const change = (
    spot: string,
    call: string,
    method: Method,
    path: (side: Side) => string,
    {
      session = () => reader,
      body,
      rounds,
    }: {
      session?: (side: Side, round: number) => string;
      body?: (side: Side, round: number) => object;
      rounds?: number;
    } = {},
  ): Comparison => ({
    spot,
    call,
    ...(rounds !== undefined && { rounds }),
    ...both((side) => (round) => callApi(url, session(side, round), method, path(side), body?.(side, round))),
  });
  const visitor = (_side: Side, round: number): string => visitors[round % visitors.length] ?? '';
  const members = SPOTS.members;
  const links = SPOTS.links;
  const tag = SPOTS.posts;
  const reactions = SPOTS.reactions;
  const log = SPOTS.entries;
  return [
    get(members, 'the dimension', ({ place }) => `/servers/${place.serverId}`),
    get(members, 'a page of members', ({ place }) => `/servers/${place.serverId}/members?limit=100`),
    get(members, 'members by a name', ({ place }) => `/servers/${place.serverId}/members?q=member%2049`),
    get(
      members,
      'members by a name that nobody has',
      ({ place }) => `/servers/${place.serverId}/members?q=zqxw`,
    ),
    get(members, 'channels', ({ place }) => `/servers/${place.serverId}/channels`),
    {
      spot: members,
      call: 'joining and leaving',
      ...both((side) => async (round) => {
        const session = visitor(side, round);
        const joined = await callApi(url, session, 'POST', `/servers/${side.place.serverId}/join`);
        return joined + (await callApi(url, session, 'POST', `/servers/${side.place.serverId}/leave`));
      }),
    },
    change(members, 'sending a message', 'POST', ({ place }) => `/channels/${place.channelId}/messages`, {
      body: (_side, round) => ({ content: `New line ${round}` }),
    }),
    get(links, 'the constellation, to the member', () => '/constellation', linked),
    get(links, 'its largest view', () => '/constellation?limit=2000', linked),
    get(links, 'its past', () => '/constellation/history?weeks=5', linked),
    get(links, 'the profile', ({ linked: name }) => `/users/${name}`),
    get(links, 'the line', ({ linked: name }) => `/users/${name}/line`),
    {
      ...get(
        links,
        'a path to the member',
        ({ linked: name }) => `/constellation/path?from=${ordinary.linked}&to=${name}`,
      ),
      allowed: KNOWN_GROWTH,
    },
    { ...get(links, 'the feed of linked members', () => '/feed?scope=near', linked), allowed: KNOWN_GROWTH },
    get(tag, 'the page', ({ tag: name }) => `/tags/${name}`),
    get(tag, 'its posts', ({ tag: name }) => `/tags/${name}/posts`),
    change(tag, 'a new post with it', 'POST', () => '/posts', {
      body: ({ tag: name }, round) => ({ title: `Post ${round}`, content: 'A text.', tags: [name] }),
    }),
    get(
      reactions,
      'the page of messages',
      ({ place }) => `/channels/${place.channelId}/messages?before=195&limit=50`,
    ),
    get(reactions, 'who reacted', ({ place }) => `/messages/${place.messageId}/reactions/${EMOJI}?limit=100`),
    {
      spot: reactions,
      call: 'reacting and taking it back',
      ...both(({ place }) => async () => {
        const path = `/messages/${place.messageId}/reactions/${encodeURIComponent('🔭')}`;
        return (await callApi(url, reader, 'PUT', path)) + (await callApi(url, reader, 'DELETE', path));
      }),
    },
    get(log, 'a page', () => '/notifications?limit=50', logged),
    get(log, 'a filtered page', () => '/notifications?filter=done', logged),
    get(log, 'whether anything is unread', () => '/notifications/state', logged),
    {
      ...change(log, 'marking everything as read', 'PUT', () => '/notifications/read', {
        session: logged,
        body: () => ({}),
      }),
      allowed: KNOWN_GROWTH,
    },
    get(log, 'a page after leaving the dimension', () => '/notifications?limit=50', formerly),
    get(log, 'whether anything is unread, after leaving it', () => '/notifications/state', formerly),
  ];
}

/** Returns the requests that touch a channel with many open clients. @param clients one on each side, which connect later */
export function listRequests(clients: readonly LiveClient[], sides: readonly [Side, Side]): Comparison[] {
  const make =
    (index: 0 | 1, event: keyof typeof LIVE_REQUESTS, payload: (side: Side) => object): Call =>
    async () =>
      JSON.stringify(await clients[index]?.request(event, payload(sides[index]))).length;
  const compareRequest = (
    call: string,
    ...asked: [keyof typeof LIVE_REQUESTS, (side: Side) => object]
  ): Comparison => ({
    spot: SPOTS.clients,
    call,
    rounds: 40,
    ordinary: make(0, ...asked),
    hot: make(1, ...asked),
  });
  return [
    compareRequest('who is online', 'presence:list', ({ place }) => ({ serverId: place.serverId })),
    compareRequest('opening it', 'channel:open', channelOf),
    { ...compareRequest('typing', 'typing:start', channelOf), allowed: REACHES_ALL },
  ];
}
