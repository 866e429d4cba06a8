import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { requireText, Site, type SiteMember } from '../smoke/site.js';
import { Load } from './load.js';

/**
 * Proves that backups can be restored: starts a site of its own, backs it up while members write, deletes everything
 * including `.env`, restores it, and compares. The restore itself compares the rows of each table and the hash of each
 * object with the backup. Needs a Docker engine. Leaves nothing behind.
 */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PORT = process.env['DRILL_PORT'] ?? '18080';
const MEMBERS = 6;
/** How many messages each member has sent when the backup begins. */
const MESSAGES = 4;
/** A transparent PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const folder = mkdtempSync(join(tmpdir(), 'oniverse-drill-'));
const envFile = join(folder, 'env');
const keyFile = join(folder, 'key');
const env = {
  ...process.env,
  COMPOSE_PROJECT_NAME: 'oniverse-drill',
  COMPOSE_ENV_FILES: envFile,
  ENV_FILE: envFile,
};
const secretsFolder = join(folder, 'secrets');
const startedAt = performance.now();

const printStep = (line: string): void => {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1).padStart(6);
  process.stdout.write(`${seconds} s  ${line}\n`);
};
/** Runs a program with its output on the terminal, while members go on. @throws Error if it fails */
async function run(program: string, ...args: string[]): Promise<void> {
  const [code] = await once(spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' }), 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}`);
}
const compose = async (...args: string[]): Promise<void> => run('docker', 'compose', ...args);
const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

function hasEngine(): boolean {
  try {
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
    execFileSync('docker', ['info'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const secret = (bytes: number): string => randomBytes(bytes).toString('hex');

async function writeSettings(): Promise<void> {
  const identity = await generateX25519Identity();
  writeFileSync(keyFile, `${identity}\n`, { mode: 0o600 });
  const settings = {
    POSTGRES_PASSWORD: secret(24),
    POSTGRES_PRODUCT_PASSWORD: secret(24),
    REDIS_PASSWORD: secret(24),
    OBJECTS_ACCESS_KEY: secret(24),
    OBJECTS_SECRET_KEY: secret(24),
    ACCOUNT_KEY: secret(32),
    COMPOSE_PROFILES: 'postgres,redis,objects',
    ONIVERSE_VERSION: 'drill',
    PUBLIC_URL: `http://localhost:${PORT}`,
    HTTP_PORT: PORT,
    BACKENDS: '2',
    HTTPS_PORT: '18443',
    QUEUES_PORT: '19400',
    BACKUP_FOLDER: join(folder, 'backups'),
    SECRETS_FOLDER: secretsFolder,
    BACKUP_AGE_RECIPIENT: await identityToRecipient(identity),
    BACKUP_USER: `${process.getuid?.() ?? 1_000}:${process.getgid?.() ?? 1_000}`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(envFile, lines.join(''), { mode: 0o600 });
}

async function uploadPicture(site: Site, { sessionId }: SiteMember): Promise<string> {
  const bytes = Buffer.from(PIXEL, 'base64');
  const ticket = await site.request('POST', '/api/objects/upload', {
    sessionId,
    body: { size: bytes.length },
  });
  const { pathname } = new URL(requireText(ticket, 'uploadURL'), site.url);
  const sent = await fetch(new URL(pathname, site.url), {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  });
  if (!sent.ok) throw new Error(`The upload returned ${sent.status}: ${await sent.text()}`);
  const imageUrl = requireText(ticket, 'objectPath');
  await site.request('POST', '/api/images', { sessionId, body: { imageUrl, title: 'Pixel', tags: [] } });
  return imageUrl;
}

async function hashOf(site: Site, path: string, { sessionId }: SiteMember): Promise<string> {
  const response = await fetch(new URL(path, site.url), {
    headers: { authorization: `Bearer ${sessionId}` },
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
}

async function runDrill(): Promise<void> {
  await writeSettings();
  await run('infra/ops/write-secrets');
  const settings = readFileSync(envFile, 'utf8');
  const site = new Site(`http://localhost:${PORT}`);
  await compose('build', '--quiet');
  printStep('built');
  await compose('up', '--detach', '--wait', '--quiet-pull');
  const members: SiteMember[] = [];
  for (let count = 0; count < MEMBERS; count += 1) members.push(await site.signUp('drill'));
  const [owner] = members;
  if (!owner) throw new Error('No member signed up.');
  const picture = await uploadPicture(site, owner);
  const hash = await hashOf(site, picture, owner);
  const load = await Load.start(site, members);
  while (load.sent.length < MESSAGES * members.length) await sleep(100);
  const before = [...load.sent];
  printStep(`${members.length} members have sent ${before.length} messages and go on`);
  await run('infra/ops/backup');
  printStep(`backed up; slowest acknowledgement ${Math.round(load.slowestMs)} ms`);
  await load.stop();

  await compose('down', '--volumes');
  const backup = ['--key', keyFile];
  const printed = execFileSync('infra/ops/restore', [...backup, '--print-env'], {
    cwd: ROOT,
    env,
  }).toString();
  if (printed !== settings) throw new Error('The .env of the backup differs.');
  writeFileSync(envFile, printed);
  rmSync(secretsFolder, { recursive: true });
  await run('infra/ops/write-secrets');
  printStep(`deleted everything, ${load.sent.length} messages by now; restoring`);
  await run('infra/ops/restore', ...backup);

  // A restore ends all sessions.
  for (const member of members) {
    const { username, password } = member;
    const answer = await site.request('POST', '/api/auth/login', { body: { username, password } });
    member.sessionId = requireText(answer, 'sessionId');
  }
  if ((await hashOf(site, picture, owner)) !== hash) throw new Error('The picture differs.');
  const lost = await load.findLost(owner.sessionId, before);
  if (lost.length > 0) throw new Error(`Lost ${lost.length} messages, such as ${lost[0]?.content}.`);
  printStep(`0 of ${before.length} messages lost, ${members.length} members signed in, the picture is equal`);
}

if (hasEngine()) {
  try {
    await runDrill();
    printStep('The drill succeeded.');
  } catch (error) {
    printStep(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await compose('down', '--volumes', '--remove-orphans', '--timeout', '5');
    rmSync(folder, { recursive: true });
  }
} else {
  process.stderr.write('The drill needs a Docker engine with compose, and none answers.\n');
  rmSync(folder, { recursive: true });
  process.exitCode = 1;
}
