/*
 * What a command needs that serves nobody: the rest of the platform takes longer to load than most commands to run.
 */
export { type Config, ConfigError, loadConfig } from './config.js';
export { isUuid } from './http/uuid.js';
export { createLogger, type Logger } from './logging.js';
export { PICTURE_WORK_ENV } from './picture-work-env.js';
