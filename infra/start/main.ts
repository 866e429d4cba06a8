import { runCommand } from './run-command.js';
import { productionPlan } from './production-plan.js';

await runCommand(productionPlan);
