import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '@oniverse/embedded';
import { type Commands, commandsOf } from './commands.js';
import { type StartPlan, runOniverse } from './run.js';
import { readSettings } from './settings.js';
import { Terminal } from './terminal.js';

/** Runs a start command in this process and sets the exit code. Never throws. */
export async function runCommand(createPlan: (commands: Commands, root: string) => StartPlan): Promise<void> {
  // From infra/dist/start.
  const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
  // The reader of stdout may disappear; processes must still be stopped.
  process.stdout.on('error', () => undefined);
  if (process.env['npm_lifecycle_event'] !== undefined) stopWithParent();
  const terminal = new Terminal((text) => process.stdout.write(text));
  try {
    const settings = readSettings(root, process.env);
    process.exitCode = await runOniverse(settings, createPlan(commandsOf(root), root), terminal);
  } catch (error) {
    terminal.printLine(`Cannot start: ${messageOf(error)}`);
    process.exitCode = 1;
  }
}

/** npm forwards SIGTERM only to its shell, and a killed npm sends no signal. In both cases this process gets a new parent. */
function stopWithParent(): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  timer.unref();
}
