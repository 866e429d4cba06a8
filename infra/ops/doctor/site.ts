import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { LIVE_PATH } from '@oniverse/contracts';
import { isPublicAddress } from '@oniverse/platform';
import { type Config, type Env, findVariable, isLoopbackHost } from '@oniverse/platform/command';
import type { DataSource } from 'typeorm';
import { type Check, type Finding, note, ok, problem, warning } from './finding.js';

const TIMEOUT_MS = 8_000;
/** How many of the last sessions tell where members come from, and how many are enough to judge. */
const SESSIONS = 200;
const ENOUGH_SESSIONS = 20;

interface Answer {
  status: number;
  date: number;
  version: string | undefined;
}

/** Requests the version of the backend that answers at an origin, as a browser would. */
async function requestVersion(origin: string): Promise<Answer> {
  const response = await fetch(new URL('/api/health', origin), { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const body: unknown = await response.json().catch(() => undefined);
  const version: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'version') : undefined;
  return {
    status: response.status,
    date: Date.parse(response.headers.get('date') ?? ''),
    version: typeof version === 'string' ? version : undefined,
  };
}

/** A site has at most eight backends. The gateway takes the next one for each request, so as many requests reach them all. */
const BACKENDS = 8;

/** Returns the time of the backend whose clock is farthest from the clock of this process, in ms. */
export async function readSiteClock(address: string): Promise<number | undefined> {
  const answers = await Promise.all(Array.from({ length: BACKENDS }, async () => requestVersion(address)));
  const now = Date.now();
  return answers
    .flatMap(({ date }) => (Number.isNaN(date) ? [] : date))
    .toSorted((one, other) => Math.abs(other - now) - Math.abs(one - now))[0];
}

/** Returns the status of a handshake of the live connection, 101 if a websocket opens. @param address where to ask */
async function openWebsocket(address: string, origin: string): Promise<number> {
  const url = new URL(`${LIVE_PATH}/?EIO=4&transport=websocket`, address);
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    request(url, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        origin,
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('oniverse doctor!').toString('base64'),
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
      .on('upgrade', (_response, socket) => {
        socket.destroy();
        resolve(101);
      })
      .on('response', (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject)
      .end();
  });
}

async function checkNames({ publicOrigins }: Config): Promise<Finding[]> {
  const findings = await Promise.all(
    publicOrigins.map(async (origin) => {
      const { hostname } = new URL(origin);
      if (isLoopbackHost(hostname)) {
        return warning(
          `${origin} leads to the machine of each visitor, so only browsers on this one can use the site.`,
          'Set PUBLIC_URL to the address that members open.',
        );
      }
      const addresses = await lookup(hostname, { all: true }).catch(() => []);
      if (addresses.length === 0) {
        return problem(
          `${hostname} has no address.`,
          'Add an A and an AAAA record for it, and wait for their time to live.',
        );
      }
      return ok(`${hostname} is ${addresses.map(({ address }) => address).join(', ')}.`);
    }),
  );
  return findings.length > 0 ? findings : [note('PUBLIC_URL is not set, so links name this machine only.')];
}

/** Returns where this process asks for the site: in a container, the loopback of PUBLIC_URL is not that of the gateway. */
export function addressOf(origin: string, env: Env): string {
  return (isLoopbackHost(new URL(origin).hostname) ? findVariable(env, 'GATEWAY_URL') : undefined) ?? origin;
}

async function checkPages({ version }: Config, address: string, origin: string): Promise<Finding[]> {
  const answer = await requestVersion(address);
  if (answer.status !== 200) {
    return [
      problem(
        `${address} answers ${answer.status}.`,
        'Run docker compose ps, and read the logs of gateway and backend.',
      ),
    ];
  }
  const findings = [ok(`${address} answers, with version ${answer.version}.`)];
  if (answer.version !== version) {
    findings.push(
      warning(`This command is version ${version}.`, 'Replace the backends and workers: infra/ops/roll.'),
    );
  }
  const status = await openWebsocket(address, origin);
  findings.push(
    status === 101
      ? ok('Websockets open through the proxy.')
      : problem(
          `A websocket answers ${status} instead of opening, so members are not live.`,
          'Let your proxy pass the headers Upgrade and Connection, and Host and Origin unchanged.',
        ),
  );
  return findings;
}

/** Members share an address if a proxy before the gateway hides theirs. Then they share limits too. */
async function checkAddresses(dataSource: DataSource): Promise<Finding[]> {
  const rows = await dataSource.query<{ address: string; sessions: number }[]>(
    `SELECT address, count(*)::int AS sessions
       FROM (SELECT address FROM sessions WHERE address IS NOT NULL ORDER BY created_at DESC LIMIT $1) latest
      GROUP BY address ORDER BY 2 DESC`,
    [SESSIONS],
  );
  const all = rows.reduce((sum, { sessions }) => sum + sessions, 0);
  const [first] = rows;
  if (!first || all < ENOUGH_SESSIONS)
    return [note('Too few members signed in to say where they come from.')];
  if (rows.length === 1 && !isPublicAddress(first.address.replace(/\/\d+$/, ''))) {
    return [
      problem(
        `All of the last ${all} sessions come from ${first.address}, so all members share one rate limit.`,
        'Set GATEWAY_TRUSTED_PROXIES to the address of the proxy before the gateway.',
      ),
    ];
  }
  return [ok(`The last ${all} sessions come from ${rows.length} networks.`)];
}

/** Checks the site as visitors reach it. @param origin its first address */
export const siteChecks = (
  config: Config,
  env: Env,
  origin: string,
  connect: () => Promise<DataSource>,
): Check[] => [
  {
    name: 'names',
    advice: 'Check the name servers of /etc/resolv.conf.',
    run: async () => checkNames(config),
  },
  {
    name: 'site',
    advice:
      'Check that the site is open for this host, too. Behind a firewall, run the command where a visitor is.',
    run: async () => checkPages(config, addressOf(origin, env), origin),
  },
  {
    name: 'addresses of members',
    advice: 'Check DATABASE_URL.',
    run: async () => checkAddresses(await connect()),
  },
];
