import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_MEMORY_ENV } from '@oniverse/platform/command';
import type { Program } from './program.js';

export interface Commands {
  readonly migrate: Program;
  readonly backend: Program;
  readonly worker: Program;
  readonly buildClient: Program;
  readonly clientDir: string;
}

export function nodeProgram(root: string, name: string, path: string, ...args: string[]): Program {
  return { name, command: process.execPath, args: [join(root, path), ...args], cwd: root };
}

/** Returns the commands of a built checkout. Throws if it is not built. */
export function commandsOf(root: string): Commands {
  const commands: Commands = {
    migrate: nodeProgram(root, 'migrate', 'infra/dist/migrate/main.js'),
    backend: nodeProgram(root, 'backend', 'backend/dist/main.js'),
    worker: {
      ...nodeProgram(root, 'worker', 'worker/dist/main.js'),
      env: RELEASE_MEMORY_ENV,
    },
    buildClient: {
      ...nodeProgram(root, 'client-build', 'node_modules/nx/dist/bin/nx.js', 'build', '@oniverse/frontend'),
      env: { NX_DAEMON: 'false', NX_TUI: 'false', NO_COLOR: '1' },
    },
    clientDir: join(root, 'frontend', 'dist'),
  };
  for (const { args } of [commands.migrate, commands.backend, commands.worker]) {
    const file = args[0] ?? '';
    if (!existsSync(file)) throw new Error(`${file} is missing; run \`npm run build\`.`);
  }
  return commands;
}
