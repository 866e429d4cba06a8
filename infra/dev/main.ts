import { runCommand } from '../start/run-command.js';
import { developmentPlay } from './development-play.js';

await runCommand(developmentPlay);
