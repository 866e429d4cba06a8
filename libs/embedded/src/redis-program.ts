import { findExecutable, runTool } from './tools.js';

export interface RedisProgram {
  readonly command: string;
  readonly env: NodeJS.ProcessEnv;
}

// BullMQ requires 6.2. Valkey is a compatible fork of Redis.
const MIN_VERSION: readonly [major: number, minor: number] = [6, 2];
const NAMES = ['redis-server', 'valkey-server'];

/** Checks that a Redis server runs on this machine and is new enough. @throws Error with a short reason */
export async function checkRedis(program: RedisProgram): Promise<void> {
  const output = await runTool(program.command, ['--version'], { env: program.env });
  const match = /\bv=(\d+)\.(\d+)/.exec(output);
  if (match === null) throw new Error(`${program.command} does not report its version`);
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
    throw new Error(`${program.command} is version ${major}.${minor}`);
  }
}

/** Returns the first Redis server in these folders, if any. @throws Error with a short reason if it is too old */
export async function findRedisIn(folders: readonly string[]): Promise<RedisProgram | undefined> {
  for (const name of NAMES) {
    const command = await findExecutable(name, folders);
    if (command === undefined) continue;
    const program = { command, env: process.env };
    await checkRedis(program);
    return program;
  }
  return undefined;
}
