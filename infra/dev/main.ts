import { runCommand } from '../start/run-command.js';
import { developmentPlan } from './development-plan.js';

await runCommand(developmentPlan);
