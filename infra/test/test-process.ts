import { relative } from 'node:path';
import { runCommand } from './command.js';
import { testOutcome } from './outcome.js';
import type { TestRun } from './retry.js';
import { TestRecord } from './test-events.js';

export interface TestProcess {
  readonly root: string;
  /** The arguments of node. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Whether finding no tests is acceptable because only some were selected. */
  readonly mayBeEmpty: boolean;
  readonly print: (text: string) => void;
}

// Tests start their own servers and must not use the developer's.
const HIDDEN_VARIABLES =
  'DATABASE_URL DATABASE_DIRECT_URL DATABASE_PREPARED DATABASE_REPLICA_URL DATABASE_REPLICA_LAG_SECONDS REDIS_URL ' +
  'REDIS_CA_FILE REDIS_CERT_FILE REDIS_KEY_FILE S3_ENDPOINT S3_ACCESS_KEY S3_SECRET_KEY S3_BUCKET S3_REGION ' +
  'S3_ADDRESSING S3_CA_FILE S3_CREDENTIALS_FILE S3_PUBLIC_ENDPOINT AWS_WEB_IDENTITY_TOKEN_FILE AWS_ROLE_ARN ' +
  'AWS_ENDPOINT_URL_STS HOST PORT PUBLIC_URL CLIENT_DIR ONIVERSE_DATA PICTURES_PER_MEMBER PICTURE_MB_PER_MEMBER ' +
  'ATTACHMENT_MB_PER_MEMBER RATE_LIMITS PROOF_OF_WORK LINK_PREVIEWS TRUSTED_PROXIES LOG_LEVEL NODE_ENV';

/** Runs jest or Playwright, whose reporter sends the events of the run. Never rejects. */
export async function runTestProcess({ root, args, env, mayBeEmpty, print }: TestProcess): Promise<TestRun> {
  const record = new TestRecord();
  const testEnv: NodeJS.ProcessEnv = { ...process.env, ...env };
  for (const name of HIDDEN_VARIABLES.split(' ')) delete testEnv[name];
  const { exitCode, isStalled } = await runCommand(
    { program: process.execPath, args, cwd: root, env: testEnv },
    'shown',
    { onMessage: (message) => record.add(message) },
  );
  if (isStalled) {
    print('✗ stopped after ten minutes without output, while these ran:');
    for (const name of record.unfinished) print(`  ${relative(root, name)}`);
  }
  const { files } = record;
  return { outcome: testOutcome({ exitCode, files, mayBeEmpty }), files, isCut: exitCode === null };
}
