import type { Commands } from './commands.js';
import { errorMessageOf, LogFollower } from './logs.js';
import type { StartPlan } from './run.js';
import { opsEnvironment } from './settings.js';

/** `npm start`: the built client and servers in production mode. */
export function productionPlan(commands: Commands): StartPlan {
  return {
    prepare: ({ programs, terminal }) =>
      terminal.runStep(
        'Building the client',
        () => programs.runToEnd(commands.buildClient),
        () => 'Client built',
      ),

    startPrograms: async ({ programs, terminal, settings, port }) => {
      await terminal.runStep(
        'Migrating the database',
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
          env: {
            ...commands.worker.env,
            ...env,
            ...opsEnvironment(settings, 'worker'),
            // For links in mails.
            PORT: String(port),
          },
        },
      ];
      await terminal.runStep(
        'Starting the servers',
        () =>
          Promise.all(
            servers.map(async (server) => {
              const { logFile } = await programs.startServer(server);
              return new LogFollower(logFile, (line) => {
                const error = errorMessageOf(line);
                if (error !== undefined) terminal.printLine(`! ${server.name}: ${error}`);
              });
            }),
          ),
        () => 'Backend and worker are running',
      );
    },
  };
}
