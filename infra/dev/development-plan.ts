import { connect } from 'node:net';
import { freePort, sleep } from '@oniverse/embedded';
import { type Commands, nodeProgram } from '../start/commands.js';
import { errorMessageOf, LogFollower } from '../start/logs.js';
import type { Program } from '../start/program.js';
import type { StartPlan, StartContext } from '../start/run.js';
import { opsEnvironment } from '../start/settings.js';

const BACKEND_TIMEOUT_MS = 30_000;

/**
 * `npm run dev`: recompiles saved files, then restarts the servers or updates the page. The browser opens Vite's
 * server, which proxies the backend's paths.
 */
export function developmentPlan(commands: Commands, root: string): StartPlan {
  const env = { NODE_ENV: 'development' };
  return {
    prepare: () => Promise.resolve(),

    startPrograms: async ({ programs, terminal, settings, port }: StartContext) => {
      await terminal.runStep(
        'Migrating the database',
        () => programs.runToEnd(commands.migrate),
        () => 'Database up to date',
      );
      const followLog = async (program: Program, select: (line: string) => string | undefined) => {
        const { logFile } = await programs.startTool(program);
        return new LogFollower(logFile, (line) => {
          const text = select(line);
          if (text !== undefined && text.trim() !== '') terminal.printLine(`${program.name}: ${text}`);
        });
      };
      const backendPort = await freePort(port + 1);
      const backendUrl = `http://127.0.0.1:${backendPort}`;
      await terminal.runStep(
        'Starting the compiler, the servers and Vite',
        async () => {
          await followLog(
            nodeProgram(root, 'compiler', 'node_modules/typescript/bin/tsc', ...COMPILER_ARGUMENTS),
            anyLine,
          );
          await followLog(
            {
              ...withWatchMode(commands.backend),
              env: {
                ...env,
                ...opsEnvironment(settings, 'backend'),
                HOST: '127.0.0.1',
                PORT: String(backendPort),
              },
            },
            errorOrRawLine,
          );
          await followLog(
            {
              ...withWatchMode(commands.worker),
              env: {
                ...commands.worker.env,
                ...env,
                ...opsEnvironment(settings, 'worker'),
                // For links in mails.
                PORT: String(port),
              },
            },
            errorOrRawLine,
          );
          const viteArguments = ['--host', settings.host, '--port', String(port), '--strictPort'];
          const vite = nodeProgram(root, 'vite', 'node_modules/vite/bin/vite.js', ...viteArguments);
          await followLog(
            { ...vite, cwd: `${root}/frontend`, env: { ...env, BACKEND_URL: backendUrl, NO_COLOR: '1' } },
            anyLine,
          );
          return (
            (await waitUntilListening(port, settings.host)) &&
            (await waitUntilListening(backendPort, '127.0.0.1'))
          );
        },
        (isUp) =>
          isUp
            ? 'Compiler, servers and Vite are running'
            : 'The backend is not answering yet; see backend.log',
      );
    },
  };
}

function withWatchMode(server: Program): Program {
  return {
    ...server,
    args: ['--watch', '--watch-preserve-output', '--enable-source-maps', ...server.args],
  };
}

const COMPILER_ARGUMENTS = ['-b', '-w', '--preserveWatchOutput', 'backend', 'worker', 'infra'];

function anyLine(line: string): string {
  return line;
}

/** Returns a server's errors and all lines that are not log entries, such as stack traces and output of Node's watcher. */
function errorOrRawLine(line: string): string | undefined {
  return line.startsWith('{') ? errorMessageOf(line) : line;
}

/** Returns whether the port accepts connections within 30 s; code under development may not start at once. */
async function waitUntilListening(port: number, host: string): Promise<boolean> {
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
    const finish = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
