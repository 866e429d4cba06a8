import { Inject, Injectable } from '@nestjs/common';
import { RADIO } from '@oniverse/contracts';
import { keyPrefix, REDIS, type RedisConnection } from '@oniverse/platform';

/** Votes about a track are forgotten after this time; the track has ended by then, unless quiet hours stopped it. */
const VOTES_MS = 2 * RADIO.maxMs;

/**
 * KEYS, which have one slot in a Cluster: the listeners of a radio, scored by the time of their last beat in milliseconds of the
 * Redis clock; and those who voted about its track. ARGV: the member, what they do, and the milliseconds after which a listener
 * and a vote are forgotten. Votes of those who do not listen do not count. Returns the number of listeners and of votes, and
 * whether the member listens and has voted.
 */
const ATTEND = `
local time = redis.call('TIME') local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[3])
if ARGV[2] == 'listen' then
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
elseif ARGV[2] == 'leave' then
  redis.call('ZREM', KEYS[1], ARGV[1])
end
local listens = redis.call('ZSCORE', KEYS[1], ARGV[1])
if ARGV[2] == 'vote' and listens then
  redis.call('SADD', KEYS[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[2], ARGV[4])
end
local votes = 0
local voted = 0
for _, member in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  if redis.call('ZSCORE', KEYS[1], member) then
    votes = votes + 1
    if member == ARGV[1] then voted = 1 end
  end
end
return { redis.call('ZCARD', KEYS[1]), votes, listens and 1 or 0, voted }`;

export interface Attendance {
  listeners: number;
  /** To skip the track that plays. */
  votes: number;
  isListening: boolean;
  hasVoted: boolean;
}

/**
 * Who listens to radios, and who voted to skip a track. It is in Redis alone, which may lose it: listeners say so again with
 * their next beat, and vote again.
 */
@Injectable()
export class RadioAudiences {
  constructor(@Inject(REDIS.commands) private readonly redis: RedisConnection) {}

  /** @param trackId the track that plays; null without one */
  async attend(
    radio: { channelId: string; trackId: string | null },
    userId: string,
    does: 'listen' | 'leave' | 'vote' | 'nothing',
  ): Promise<Attendance> {
    // Below the keys of presence, for which the documented user of Redis has rights.
    const prefix = `${keyPrefix(this.redis, 'presence')}:radio`;
    const answer: unknown = await this.redis.eval(
      ATTEND,
      2,
      `${prefix}:listeners:${radio.channelId}`,
      `${prefix}:votes:${radio.channelId}:${radio.trackId}`,
      userId,
      does,
      RADIO.listeningMs,
      VOTES_MS,
    );
    const [listeners = 0, votes = 0, isListening, hasVoted] = Array.isArray(answer) ? answer.map(Number) : [];
    return { listeners, votes, isListening: isListening === 1, hasVoted: hasVoted === 1 };
  }
}
