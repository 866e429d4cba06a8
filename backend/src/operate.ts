import 'reflect-metadata';
import { createInterface } from 'node:readline';
import { createLogger, loadProcessConfig } from '@oniverse/platform';
import { createBackend } from './app.js';
import { loadBackendConfig } from './config.js';
import { OperatorsService } from './staff/index.js';

/*
 * Runs operations for the commands of operators, without listening: a line of stdin has the name of one and its input as JSON, a
 * line of stdout its result. Ends with stdin.
 */
const config = loadProcessConfig(loadBackendConfig);
const logger = createLogger('operate', config.logLevel, process.stderr);
const app = await createBackend(config, logger);
try {
  await app.init();
  const operators = app.get(OperatorsService);
  for await (const line of createInterface({ input: process.stdin })) {
    const { name, input } = JSON.parse(line);
    process.stdout.write(`${JSON.stringify(await operators.run(name, input))}\n`);
  }
} catch (error) {
  logger.fatal({ err: error }, 'Operations failed');
  process.exitCode = 1;
} finally {
  await app.close();
}
