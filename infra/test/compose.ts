import { type Command, runCommand } from './command.js';
import { FAILED, NOTHING, type Outcome, PASSED, sum } from './outcome.js';
import type { Step } from './steps.js';

/** Passwords that only let the file be read. */
const ENOUGH = {
  POSTGRES_PASSWORD: 'x',
  REDIS_PASSWORD: 'x',
  OBJECTS_ACCESS_KEY: 'x',
  OBJECTS_SECRET_KEY: 'x',
  COMPOSE_PROFILES: 'postgres,redis,objects',
};

async function succeeds(command: Command): Promise<boolean> {
  return (await runCommand(command, 'collected')).exitCode === 0;
}

/** Looks at what docker makes of the compose file and the Dockerfile, as far as docker is there. */
export function composeStep(root: string, say: (text: string) => void): Step {
  const docker = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Command => ({
    program: 'docker',
    args,
    cwd: root,
    env: { ...process.env, ...env },
  });
  const config = ['compose', '--env-file', '/dev/null', 'config', '-q'];

  const readable = async (): Promise<Outcome> => {
    const { exitCode, output } = await runCommand(docker(config, ENOUGH), 'collected');
    if (exitCode === 0) return PASSED;
    say(output.trimEnd());
    return FAILED;
  };
  /** A password that is missing stops compose with its name. */
  const wants = async (name: string): Promise<Outcome> => {
    const { exitCode, output } = await runCommand(docker(config, { ...ENOUGH, [name]: '' }), 'collected');
    if (exitCode !== 0 && output.includes(name)) return PASSED;
    say(`docker compose does not ask for ${name}.`);
    return FAILED;
  };
  const dockerfile = async (): Promise<Outcome> => {
    if (!(await succeeds(docker(['buildx', 'version']))) || !(await succeeds(docker(['info'])))) {
      say('Dockerfile: not checked (no docker engine with buildx here)');
      return NOTHING;
    }
    const command = docker(['build', '--check', '--file', 'infra/docker/Dockerfile', '.']);
    const { exitCode, output } = await runCommand(command, 'collected');
    if (exitCode === 0) return PASSED;
    say(output.trimEnd());
    return FAILED;
  };

  return {
    name: 'docker',
    run: async () => {
      if (!(await succeeds(docker(['compose', 'version'])))) {
        say('compose file: not checked (no docker compose here)');
        return NOTHING;
      }
      const passwords = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'OBJECTS_ACCESS_KEY', 'OBJECTS_SECRET_KEY'];
      return sum([await readable(), ...(await Promise.all(passwords.map(wants))), await dockerfile()]);
    },
  };
}
