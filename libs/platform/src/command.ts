/* The platform of command-line tools. The rest takes longer to load than most commands to run. */
export { type Config, loadConfig, loadProcessConfig, siteOriginOf } from './config.js';
export { ConfigError, type Env, isLoopbackHost, parseOrigin, readInteger } from './variables.js';
export { createLogger, type Logger } from './logging.js';
export { RELEASE_MEMORY_ENV } from './release-memory-env.js';
