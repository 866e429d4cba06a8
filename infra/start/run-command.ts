import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@oniverse/embedded';
import { type Commands, commandsOf } from './commands.js';
import { type Play, runOniverse } from './run.js';
import { readSettings } from './settings.js';
import { Terminal } from './terminal.js';

/** Runs one of the start commands as this process, to its end, and sets the exit code. Throws nothing. */
export async function runCommand(playOf: (commands: Commands, root: string) => Play): Promise<void> {
  // From infra/dist/start.
  const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
  // Whoever read along may be gone; what runs is stopped all the same.
  process.stdout.on('error', () => undefined);
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent();
  const terminal = new Terminal((text) => process.stdout.write(text));
  try {
    const settings = readSettings(root, process.env);
    process.exitCode = await runOniverse(settings, playOf(commandsOf(root), root), terminal);
  } catch (error) {
    terminal.say(`Cannot start: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}

/** npm passes a SIGTERM on to its shell only, and a killed npm tells nobody: either way this process is adopted. */
function endWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
