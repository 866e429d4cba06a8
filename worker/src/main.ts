import 'reflect-metadata';
import { createLogger, loadConfig, loadProcessConfig, runProcess } from '@oniverse/platform';
import { createWorker } from './worker.module.js';

const config = loadProcessConfig(loadConfig);
const logger = createLogger('worker', config.logLevel);
await runProcess(() => createWorker(config, logger), logger);
