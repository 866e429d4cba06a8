import { Inject, Injectable } from '@nestjs/common';
import { LIVE_PACE } from '@oniverse/contracts';
import { REDIS } from '@oniverse/platform';
import type { Redis } from 'ioredis';

/** Each backend's lease: its id, scored by the moment at which the lease runs out, in Redis's own milliseconds. */
const LEASES = 'presence:leases';
/** The members who are online on a backend. */
const ONLINE = 'presence:online:';

const NOW = `local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)`;
/** Whether some live backend, \`except\` left out, lists a member. */
const LISTED_ELSEWHERE = `
local live = redis.call('ZRANGEBYSCORE', '${LEASES}', '(' .. now, '+inf')
local function listed_elsewhere(user, except)
  for _, backend in ipairs(live) do
    if backend ~= except and redis.call('SISMEMBER', '${ONLINE}' .. backend, user) == 1 then return true end
  end
  return false
end`;

/** ARGV: backend, milliseconds of the lease. Answers how many members the backend lists, then the dead backends. */
const RENEW = `${NOW}
redis.call('ZADD', '${LEASES}', now + ARGV[2], ARGV[1])
local answer = { redis.call('SCARD', '${ONLINE}' .. ARGV[1]) }
for _, backend in ipairs(redis.call('ZRANGEBYSCORE', '${LEASES}', '-inf', now)) do table.insert(answer, backend) end
return answer`;

/** ARGV: backend, members. Lists them, and answers those who were nowhere online before. */
const ARRIVE = `${NOW} ${LISTED_ELSEWHERE}
local fresh = {}
for place = 2, #ARGV do
  if redis.call('SADD', '${ONLINE}' .. ARGV[1], ARGV[place]) == 1 and not listed_elsewhere(ARGV[place], ARGV[1]) then
    table.insert(fresh, ARGV[place])
  end
end
return fresh`;

/** ARGV: backend, members. Lists them no more, and answers those who are nowhere online now. */
const DEPART = `${NOW} ${LISTED_ELSEWHERE}
local gone = {}
for place = 2, #ARGV do
  redis.call('SREM', '${ONLINE}' .. ARGV[1], ARGV[place])
  if not listed_elsewhere(ARGV[place], ARGV[1]) then table.insert(gone, ARGV[place]) end
end
return gone`;

/** ARGV: a backend. Where its lease has run out it is forgotten; answers its members who are nowhere online now. */
const BURY = `${NOW} ${LISTED_ELSEWHERE}
local lease = redis.call('ZSCORE', '${LEASES}', ARGV[1])
if not lease or tonumber(lease) > now then return {} end
local gone = {}
for _, user in ipairs(redis.call('SMEMBERS', '${ONLINE}' .. ARGV[1])) do
  if not listed_elsewhere(user, ARGV[1]) then table.insert(gone, user) end
end
redis.call('DEL', '${ONLINE}' .. ARGV[1])
redis.call('ZREM', '${LEASES}', ARGV[1])
return gone`;

/** Answers everyone who is online. */
const EVERYONE = `${NOW}
local keys = {}
for _, backend in ipairs(redis.call('ZRANGEBYSCORE', '${LEASES}', '(' .. now, '+inf')) do
  table.insert(keys, '${ONLINE}' .. backend)
end
if #keys == 0 then return {} end
return redis.call('SUNION', unpack(keys))`;

/** ARGV: members. Answers those of them who are online. */
const AMONG = `${NOW}
local found = {}
local live = redis.call('ZRANGEBYSCORE', '${LEASES}', '(' .. now, '+inf')
for _, user in ipairs(ARGV) do
  for _, backend in ipairs(live) do
    if redis.call('SISMEMBER', '${ONLINE}' .. backend, user) == 1 then
      table.insert(found, user)
      break
    end
  end
end
return found`;

const texts = (answer: unknown): string[] => (Array.isArray(answer) ? answer.map(String) : []);

/**
 * Who is online, in Redis: each backend keeps a lease there and lists its members beside it. A member is online while
 * some live lease lists them; a backend that dies takes its members along as soon as its lease has run out.
 */
@Injectable()
export class PresenceRegistry {
  constructor(@Inject(REDIS.commands) private readonly redis: Redis) {}

  /** Keeps a backend's lease alive. @returns how many members it lists, and the backends whose lease has run out */
  async renew(backend: string): Promise<{ listed: number; dead: string[] }> {
    const [listed, ...dead] = texts(await this.redis.eval(RENEW, 0, backend, LIVE_PACE.presenceLeaseMs));
    return { listed: Number(listed), dead };
  }

  /** Lists members as online on a backend. @returns those who were nowhere online before */
  async arrive(backend: string, userIds: readonly string[]): Promise<string[]> {
    return userIds.length === 0 ? [] : texts(await this.redis.eval(ARRIVE, 0, backend, ...userIds));
  }

  /** Lists members no more. @returns those who are nowhere online now */
  async depart(backend: string, userIds: readonly string[]): Promise<string[]> {
    return userIds.length === 0 ? [] : texts(await this.redis.eval(DEPART, 0, backend, ...userIds));
  }

  /** Forgets a backend whose lease has run out. @returns its members who are nowhere online now */
  async bury(backend: string): Promise<string[]> {
    return texts(await this.redis.eval(BURY, 0, backend));
  }

  /** Those of a few members who are online. */
  async among(userIds: readonly string[]): Promise<Set<string>> {
    return userIds.length === 0 ? new Set() : new Set(texts(await this.redis.eval(AMONG, 0, ...userIds)));
  }

  /** Everyone who is online. */
  async everyone(): Promise<Set<string>> {
    return new Set(texts(await this.redis.eval(EVERYONE, 0)));
  }
}
