import { type Env, findVariable } from '@oniverse/platform/command';
import { type Check, type Finding, ok, problem, warning } from './finding.js';

/** Below this, a secret can be guessed by a machine; `infra/ops/init-env` makes 192 bits. */
const ENOUGH_BITS = 96;
const URLS = ['DATABASE_URL', 'PRODUCT_DATABASE_URL', 'DATABASE_DIRECT_URL', 'REDIS_URL'];
const SECRETS = ['S3_SECRET_KEY', 'QUEUES_PASSWORD', 'BACKUP_S3_SECRET_KEY'];
const REPLACE = 'Replace it: infra/ops/rotate makes a new one for each server of the stack.';

/**
 * Estimates the entropy of a secret in bits: its length times the entropy of its own signs (Shannon). That is too much for
 * words, and enough to find short and repetitive secrets.
 */
export function entropyOf(secret: string): number {
  const counts = new Map<string, number>();
  for (const sign of secret) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const length = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / length), 0);
}

/** Returns the secrets of a configuration with the names of their variables. */
function secretsIn(env: Env): { name: string; secret: string }[] {
  const inUrls = URLS.map((name) => ({
    name,
    secret: /^[a-z+]+:\/\/[^/?#:@]*:([^/?#@]*)@/i.exec(findVariable(env, name) ?? '')?.[1] ?? '',
  }));
  const others = SECRETS.map((name) => ({ name, secret: findVariable(env, name) ?? '' }));
  const keys = (findVariable(env, 'ACCOUNT_KEY') ?? '')
    .split(',')
    .map((key) => ({ name: 'ACCOUNT_KEY', secret: key.trim() }));
  return [...inUrls, ...others, ...keys].filter(({ secret }) => secret !== '');
}

/** Checks how hard the secrets of the configuration are to guess. Findings name their variables only. */
export const secretsCheck = (env: Env): Check => ({
  name: 'secrets',
  advice: REPLACE,
  run: async () => {
    const secrets = secretsIn(env);
    const findings: Finding[] = secrets
      .filter(({ secret }) => entropyOf(secret) < ENOUGH_BITS)
      .map(({ name }) => problem(`The secret in ${name} is short or repetitive.`, REPLACE));
    if (findVariable(env, 'ACCOUNT_KEY') === undefined) {
      findings.push(
        warning(
          'ACCOUNT_KEY is not set, so members cannot set up an authenticator app.',
          'Run infra/ops/init-env, then infra/ops/roll.',
        ),
      );
    }
    return findings.length > 0 ? findings : [ok(`${secrets.length} secrets are hard to guess.`)];
  },
});
