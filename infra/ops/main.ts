import { runOps } from './cli/run-ops.js';
import { OPS_COMMANDS } from './commands.js';

const { env, stdin, stdout, stderr } = process;
// The reader of a list may end before it.
stdout.on('error', () => undefined);
process.exitCode = await runOps(OPS_COMMANDS, process.argv.slice(2), { env, stdin, stdout, stderr });
