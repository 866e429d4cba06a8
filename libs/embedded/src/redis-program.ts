import { findExecutable, runTool } from './tools.js';

/** A Redis server that can be run, and the environment that it wants. */
export interface RedisProgram {
  readonly command: string;
  readonly env: NodeJS.ProcessEnv;
}

// BullMQ asks for 6.2. Valkey is Redis under the name of its free successor.
const OLDEST: readonly [major: number, minor: number] = [6, 2];
const NAMES = ['redis-server', 'valkey-server'];

/** Whether a Redis server runs here and is new enough. Throws a short reason when not. */
export async function checkRedis(program: RedisProgram): Promise<void> {
  const answer = await runTool(program.command, ['--version'], { env: program.env });
  const match = /\bv=(\d+)\.(\d+)/.exec(answer);
  if (match === null) throw new Error(`${program.command} does not say its version`);
  const [major, minor] = [Number(match[1]), Number(match[2])];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    throw new Error(`${program.command} is version ${major}.${minor}`);
  }
}

/** The first Redis server in these folders; undefined when there is none. Throws a short reason when it is too old. */
export async function redisIn(folders: readonly string[]): Promise<RedisProgram | undefined> {
  for (const name of NAMES) {
    const command = await findExecutable(name, folders);
    if (command === undefined) continue;
    const program = { command, env: process.env };
    await checkRedis(program);
    return program;
  }
  return undefined;
}
