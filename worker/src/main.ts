import 'reflect-metadata';
import { createLogger, loadConfig, runProcess } from '@oniverse/platform';
import { createWorker } from './worker.js';

const config = loadConfig(process.env);
const logger = createLogger('worker', config.logLevel);
await runProcess(() => createWorker(config, logger), logger);
