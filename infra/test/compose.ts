import { type Command, runCommand } from './command.js';
import { FAILED, SKIPPED, type Outcome, PASSED, sum } from './outcome.js';
import type { Step } from './steps.js';

/** What makes the compose file valid. */
const VALID_ENV = {
  SECRETS_VERSION: 'x',
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
  /** Checks that compose stops before the secrets are written, and says what writes them. */
  const checkRequired = async (): Promise<Outcome> => {
    const { exitCode, output } = await runCommand(
      docker(config, { ...VALID_ENV, SECRETS_VERSION: '' }),
      'collected',
    );
    if (exitCode !== 0 && output.includes('infra/ops/init-env')) return PASSED;
    print('docker compose does not require the secrets.');
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
      return sum([
        ...(await Promise.all(COMPOSE_FILES.map(checkConfig))),
        await checkRequired(),
        await checkDockerfile(),
      ]);
    },
  };
}
