import type { Commands } from './commands.js';
import { errorIn, LogFollower } from './logs.js';
import type { Play } from './run.js';
import { opsEnvironment } from './settings.js';

/** `npm start`: the built client and servers, as for the public. */
export function startPlay(commands: Commands): Play {
  return {
    prepare: ({ programs, terminal }) =>
      terminal.step(
        'Building the client',
        () => programs.runToEnd(commands.buildClient),
        () => 'Client built',
      ),

    perform: async ({ programs, terminal, settings, port }) => {
      await terminal.step(
        'Bringing the database up to date',
        () => programs.runToEnd(commands.migrate),
        () => 'Database up to date',
      );
      const env = { NODE_ENV: 'production' };
      const servers = [
        {
          ...commands.backend,
          env: {
            ...env,
            ...opsEnvironment(settings, 'backend'),
            HOST: settings.host,
            PORT: String(port),
            CLIENT_DIR: commands.clientDir,
          },
        },
        {
          ...commands.worker,
          env: { ...commands.worker.env, ...env, ...opsEnvironment(settings, 'worker') },
        },
      ];
      await terminal.step(
        'Starting the servers',
        () =>
          Promise.all(
            servers.map(async (server) => {
              const { logFile } = await programs.startServer(server);
              return new LogFollower(logFile, (line) => {
                const error = errorIn(line);
                if (error !== undefined) terminal.say(`! ${server.name}: ${error}`);
              });
            }),
          ),
        () => 'Backend and worker are up',
      );
    },
  };
}
