import { mastersOf, readInfo, type RedisConnection } from '@oniverse/platform';
import { type Check, type Finding, note, ok, problem, warning } from './finding.js';

const VERSION = 7;
const FULL = 0.8;

/** Returns what is wrong with a node. @param info its INFO */
export function judgeNode(info: ReadonlyMap<string, string>): Finding[] {
  const number = (name: string): number => Number(info.get(name) ?? 0);
  const findings: Finding[] = [];
  if (Number.parseInt(info.get('redis_version') ?? '', 10) < VERSION) {
    findings.push(
      problem(`Redis is version ${info.get('redis_version')}.`, `Install Redis ${VERSION} or newer.`),
    );
  }
  const evicted = number('evicted_keys');
  if (info.get('maxmemory_policy') !== 'noeviction') {
    findings.push(
      problem(
        `Redis evicts keys when it is full (${info.get('maxmemory_policy')}), so jobs and limits vanish. ` +
          `Since it started it evicted ${evicted}.`,
        'Set maxmemory-policy noeviction, and raise REDIS_MAXMEMORY. Lost jobs are enqueued again.',
      ),
    );
  } else if (evicted > 0) {
    findings.push(note(`Redis evicted ${evicted} keys since it started, and evicts none now.`));
  }
  const used = number('maxmemory') > 0 ? number('used_memory') / number('maxmemory') : 0;
  if (used > FULL) {
    findings.push(
      warning(
        `Redis uses ${Math.round(used * 100)} % of its memory.`,
        'Raise REDIS_MAXMEMORY, and REDIS_MEMORY to twice of it.',
      ),
    );
  }
  if (info.get('aof_enabled') === '1' && info.get('aof_last_write_status') !== 'ok') {
    findings.push(
      problem('Redis cannot write its append-only file.', 'Free space on the disk of redis-data.'),
    );
  }
  return findings;
}

/** Checks each master of Redis. @param connect opens Redis, or throws */
export const redisCheck = (connect: () => Promise<RedisConnection>): Check => ({
  name: 'redis',
  advice: 'Check REDIS_URL, and the log of Redis.',
  run: async () => {
    const redis = await connect();
    const infos = await Promise.all(mastersOf(redis).map(readInfo));
    const findings = infos.flatMap((info) => judgeNode(info));
    if (findings.length > 0) return findings;
    return [ok(`Redis ${infos[0]?.get('redis_version')} evicts nothing and has memory left.`)];
  },
});
