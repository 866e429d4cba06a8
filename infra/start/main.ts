import { runCommand } from './run-command.js';
import { startPlay } from './start-play.js';

await runCommand(startPlay);
