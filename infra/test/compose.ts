import { type Command, runCommand } from './command.js';
import { FAILED, SKIPPED, type Outcome, PASSED, sum } from './outcome.js';
import type { Step } from './steps.js';

/** Dummy passwords that make the compose file valid. */
const VALID_ENV = {
  POSTGRES_PASSWORD: 'x',
  POSTGRES_PRODUCT_PASSWORD: 'x',
  REDIS_PASSWORD: 'x',
  OBJECTS_ACCESS_KEY: 'x',
  OBJECTS_SECRET_KEY: 'x',
  COMPOSE_PROFILES: 'postgres,redis,objects',
  SYSLOG_ADDRESS: 'tcp+tls://logs.example:6514',
};

/** The compose file alone, and with the logs on another machine. */
const COMPOSE_FILES = ['docker-compose.yml', 'docker-compose.yml:infra/docker/syslog.yml'];

async function succeeds(command: Command): Promise<boolean> {
  return (await runCommand(command, 'collected')).exitCode === 0;
}

/** Returns the step that lets docker check the compose file and the Dockerfile, as far as docker is available. */
export function composeStep(root: string, print: (text: string) => void): Step {
  const docker = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Command => ({
    program: 'docker',
    args,
    cwd: root,
    env: { ...process.env, ...env },
  });
  const config = ['compose', '--env-file', '/dev/null', 'config', '-q'];

  const checkConfig = async (files: string): Promise<Outcome> => {
    const env = { ...VALID_ENV, COMPOSE_FILE: files, COMPOSE_PATH_SEPARATOR: ':' };
    const { exitCode, output } = await runCommand(docker(config, env), 'collected');
    if (exitCode === 0) return PASSED;
    print(output.trimEnd());
    return FAILED;
  };
  /** Checks that compose stops with the name of a missing password. */
  const checkRequired = async (name: string): Promise<Outcome> => {
    const { exitCode, output } = await runCommand(docker(config, { ...VALID_ENV, [name]: '' }), 'collected');
    if (exitCode !== 0 && output.includes(name)) return PASSED;
    print(`docker compose does not require ${name}.`);
    return FAILED;
  };
  const checkDockerfile = async (): Promise<Outcome> => {
    if (!(await succeeds(docker(['buildx', 'version']))) || !(await succeeds(docker(['info'])))) {
      print('Dockerfile: not checked (no docker engine with buildx)');
      return SKIPPED;
    }
    const command = docker(['build', '--check', '--file', 'infra/docker/Dockerfile', '.']);
    const { exitCode, output } = await runCommand(command, 'collected');
    if (exitCode === 0) return PASSED;
    print(output.trimEnd());
    return FAILED;
  };

  return {
    name: 'docker',
    run: async () => {
      if (!(await succeeds(docker(['compose', 'version'])))) {
        print('compose file: not checked (no docker compose)');
        return SKIPPED;
      }
      const passwords = [
        'POSTGRES_PASSWORD',
        'POSTGRES_PRODUCT_PASSWORD',
        'REDIS_PASSWORD',
        'OBJECTS_ACCESS_KEY',
        'OBJECTS_SECRET_KEY',
      ];
      return sum([
        ...(await Promise.all(COMPOSE_FILES.map(checkConfig))),
        ...(await Promise.all(passwords.map(checkRequired))),
        await checkDockerfile(),
      ]);
    },
  };
}
