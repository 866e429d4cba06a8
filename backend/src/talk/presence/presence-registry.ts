import { Inject, Injectable } from '@nestjs/common';
import { keyPrefix, REDIS, type RedisConnection } from '@oniverse/platform';

export const PRESENCE_PACE = {
  /** Minimum time between two `presence` events for a server. */
  pushMs: 1_000,
  /** Delay before a member whose last socket closed is offline, so that a page reload goes unnoticed. */
  graceMs: 5_000,
  /** A backend renews its lease at this interval; its members go offline when the lease expires. */
  renewMs: 5_000,
  leaseMs: 15_000,
} as const;

/**
 * KEYS of every script, which have one slot in a Cluster: a sorted set of backend ids, scored by the expiry of their
 * leases in milliseconds of the Redis clock; the members whose presence changed since the last announcement; those in the
 * current announcement; a key that keeps all backends from announcing while it exists; and the prefix of the sets of
 * members who are online on a backend.
 */
const KEYS = ['leases', 'changed', 'announcing', 'pause', 'online:'] as const;
const [LEASES, CHANGED, ANNOUNCING, PAUSE, ONLINE] = KEYS.map((_, index) => `KEYS[${index + 1}]`);

const NOW = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
/** Defines a function that returns whether a live backend other than `except` lists a member. */
const LISTED_ELSEWHERE = `
local live = redis.call('ZRANGEBYSCORE', ${LEASES}, '(' .. now, '+inf')
local function listed_elsewhere(user, except)
  for _, backend in ipairs(live) do
    if backend ~= except and redis.call('SISMEMBER', ${ONLINE} .. backend, user) == 1 then return true end
  end
  return false
end`;

/** ARGV: backend, lease in milliseconds. Returns the number of members that the backend lists, then expired backends. */
const RENEW_LEASE = `${NOW}
redis.call('ZADD', ${LEASES}, now + ARGV[2], ARGV[1])
local answer = { redis.call('SCARD', ${ONLINE} .. ARGV[1]) }
for _, backend in ipairs(redis.call('ZRANGEBYSCORE', ${LEASES}, '-inf', now)) do table.insert(answer, backend) end
return answer`;

/** ARGV: backend, members. Lists the members; those who were offline become changed. */
const ADD_MEMBERS = `${NOW} ${LISTED_ELSEWHERE}
for index = 2, #ARGV do
  if redis.call('SADD', ${ONLINE} .. ARGV[1], ARGV[index]) == 1 and not listed_elsewhere(ARGV[index], ARGV[1]) then
    redis.call('SADD', ${CHANGED}, ARGV[index])
  end
end`;

/** ARGV: backend, members. Unlists the members; those who are now offline become changed. */
const REMOVE_MEMBERS = `${NOW} ${LISTED_ELSEWHERE}
for index = 2, #ARGV do
  redis.call('SREM', ${ONLINE} .. ARGV[1], ARGV[index])
  if not listed_elsewhere(ARGV[index], ARGV[1]) then redis.call('SADD', ${CHANGED}, ARGV[index]) end
end`;

/** ARGV: backend. Removes the backend if its lease has expired; its members who are now offline become changed. */
const REMOVE_EXPIRED_BACKEND = `${NOW} ${LISTED_ELSEWHERE}
local lease = redis.call('ZSCORE', ${LEASES}, ARGV[1])
if not lease or tonumber(lease) > now then return end
for _, user in ipairs(redis.call('SMEMBERS', ${ONLINE} .. ARGV[1])) do
  if not listed_elsewhere(user, ARGV[1]) then redis.call('SADD', ${CHANGED}, user) end
end
redis.call('DEL', ${ONLINE} .. ARGV[1])
redis.call('ZREM', ${LEASES}, ARGV[1])`;

/**
 * ARGV: milliseconds after which an unfinished announcement counts as aborted. Returns the milliseconds to wait until an
 * announcement may begin, then its members. Members of an aborted announcement are included.
 */
const BEGIN_ANNOUNCEMENT = `
local pause = redis.call('PTTL', ${PAUSE})
if pause > 0 then return { pause } end
if redis.call('SUNIONSTORE', ${ANNOUNCING}, ${ANNOUNCING}, ${CHANGED}) == 0 then return { 0 } end
redis.call('DEL', ${CHANGED})
redis.call('SET', ${PAUSE}, '1', 'PX', ARGV[1])
local answer = redis.call('SMEMBERS', ${ANNOUNCING})
table.insert(answer, 1, 0)
return answer`;

/** ARGV: milliseconds until the next announcement may begin. */
const END_ANNOUNCEMENT = `
redis.call('DEL', ${ANNOUNCING})
redis.call('SET', ${PAUSE}, '1', 'PX', ARGV[1])`;

const LIST_ONLINE = `${NOW}
local keys = {}
for _, backend in ipairs(redis.call('ZRANGEBYSCORE', ${LEASES}, '(' .. now, '+inf')) do
  table.insert(keys, ${ONLINE} .. backend)
end
if #keys == 0 then return {} end
return redis.call('SUNION', unpack(keys))`;

/** ARGV: members. Returns the online ones. */
const FILTER_ONLINE = `${NOW}
local found = {}
local live = redis.call('ZRANGEBYSCORE', ${LEASES}, '(' .. now, '+inf')
for _, user in ipairs(ARGV) do
  for _, backend in ipairs(live) do
    if redis.call('SISMEMBER', ${ONLINE} .. backend, user) == 1 then
      table.insert(found, user)
      break
    end
  end
end
return found`;

const ANNOUNCEMENT_TIMEOUT_MS = 3_000;

const toStrings = (answer: unknown): string[] => (Array.isArray(answer) ? answer.map(String) : []);

/**
 * Stores in Redis which members are online. Each backend renews a lease and lists its connected members. A member is
 * online while a backend with a live lease lists the member, so a crashed backend's members go offline when its lease
 * expires.
 */
@Injectable()
export class PresenceRegistry {
  constructor(@Inject(REDIS.commands) private readonly redis: RedisConnection) {}

  /** Renews a backend's lease. @returns the number of members that it lists, and the backends with expired leases */
  async renewLease(backend: string): Promise<{ listedCount: number; expired: string[] }> {
    const [listedCount, ...expired] = toStrings(
      await this.runScript(RENEW_LEASE, backend, PRESENCE_PACE.leaseMs),
    );
    return { listedCount: Number(listedCount), expired };
  }

  async addMembers(backend: string, userIds: readonly string[]): Promise<void> {
    if (userIds.length > 0) await this.runScript(ADD_MEMBERS, backend, ...userIds);
  }

  async removeMembers(backend: string, userIds: readonly string[]): Promise<void> {
    if (userIds.length > 0) await this.runScript(REMOVE_MEMBERS, backend, ...userIds);
  }

  async removeExpiredBackend(backend: string): Promise<void> {
    await this.runScript(REMOVE_EXPIRED_BACKEND, backend);
  }

  /**
   * Only one backend announces at a time, and a pause follows each announcement.
   * @returns the changed members, or the time to wait
   */
  async beginAnnouncement(): Promise<{ waitMs: number; changed: string[] }> {
    const [waitMs, ...changed] = toStrings(await this.runScript(BEGIN_ANNOUNCEMENT, ANNOUNCEMENT_TIMEOUT_MS));
    return { waitMs: Number(waitMs), changed };
  }

  async endAnnouncement(): Promise<void> {
    await this.runScript(END_ANNOUNCEMENT, PRESENCE_PACE.pushMs);
  }

  async filterOnline(userIds: readonly string[]): Promise<Set<string>> {
    return userIds.length === 0
      ? new Set()
      : new Set(toStrings(await this.runScript(FILTER_ONLINE, ...userIds)));
  }

  async listOnline(): Promise<Set<string>> {
    return new Set(toStrings(await this.runScript(LIST_ONLINE)));
  }

  private runScript(script: string, ...args: readonly (string | number)[]): Promise<unknown> {
    const prefix = keyPrefix(this.redis, 'presence');
    return this.redis.eval(script, KEYS.length, ...KEYS.map((key) => `${prefix}:${key}`), ...args);
  }
}
