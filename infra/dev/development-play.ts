import { connect } from 'node:net';
import { freePort, sleep } from '@oniverse/embedded';
import { type Commands, nodeProgram } from '../start/commands.js';
import { errorIn, LogFollower } from '../start/logs.js';
import type { Program } from '../start/program.js';
import type { Play, Stage } from '../start/run.js';
import { opsEnvironment } from '../start/settings.js';

const BACKEND_TIMEOUT_MS = 30_000;

/**
 * `npm run dev`: a saved file is compiled, and the servers start anew or the page takes it over. What is opened
 * is Vite's server, which hands on to the backend what is the backend's.
 */
export function developmentPlay(commands: Commands, root: string): Play {
  const env = { NODE_ENV: 'development' };
  return {
    prepare: () => Promise.resolve(),

    perform: async ({ programs, terminal, settings, port }: Stage) => {
      await terminal.step(
        'Bringing the database up to date',
        () => programs.runToEnd(commands.migrate),
        () => 'Database up to date',
      );
      const echo = async (program: Program, pick: (line: string) => string | undefined) => {
        const { logFile } = await programs.startTool(program);
        return new LogFollower(logFile, (line) => {
          const text = pick(line);
          if (text !== undefined && text.trim() !== '') terminal.say(`${program.name}: ${text}`);
        });
      };
      const backendPort = await freePort(port + 1);
      const backendUrl = `http://127.0.0.1:${backendPort}`;
      await terminal.step(
        'Starting compiler, servers and Vite',
        async () => {
          await echo(
            nodeProgram(root, 'compiler', 'node_modules/typescript/bin/tsc', ...COMPILER_ARGUMENTS),
            anyLine,
          );
          await echo(
            {
              ...watched(commands.backend),
              env: {
                ...env,
                ...opsEnvironment(settings, 'backend'),
                HOST: '127.0.0.1',
                PORT: String(backendPort),
              },
            },
            unusualLine,
          );
          await echo(
            {
              ...watched(commands.worker),
              env: { ...commands.worker.env, ...env, ...opsEnvironment(settings, 'worker') },
            },
            unusualLine,
          );
          const viteArguments = ['--host', settings.host, '--port', String(port), '--strictPort'];
          const vite = nodeProgram(root, 'vite', 'node_modules/vite/bin/vite.js', ...viteArguments);
          await echo(
            { ...vite, cwd: `${root}/frontend`, env: { ...env, BACKEND_URL: backendUrl, NO_COLOR: '1' } },
            anyLine,
          );
          return (await answers(port, settings.host)) && (await answers(backendPort, '127.0.0.1'));
        },
        (isUp) =>
          isUp ? 'Compiler, servers and Vite are up' : 'The backend does not answer yet; its log says why',
      );
    },
  };
}

function watched(server: Program): Program {
  return {
    ...server,
    args: ['--watch', '--watch-preserve-output', '--enable-source-maps', ...server.args],
  };
}

const COMPILER_ARGUMENTS = ['-b', '-w', '--preserveWatchOutput', 'backend', 'worker', 'infra'];

function anyLine(line: string): string {
  return line;
}

/** Errors from a server's log, and whatever is no log entry, such as a stack or a word of Node's watcher. */
function unusualLine(line: string): string | undefined {
  return line.startsWith('{') ? errorIn(line) : line;
}

/** Whether somebody listens there within half a minute; code that is being written may not start at once. */
async function answers(port: number, host: string): Promise<boolean> {
  const deadline = Date.now() + BACKEND_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (await canConnect(port, host)) return true;
    await sleep(100);
  }
  return false;
}

function canConnect(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host });
    const settle = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
