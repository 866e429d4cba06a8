/* The platform of command-line tools. The rest takes longer to load than most commands to run. */
export {
  type Config,
  ConfigError,
  type Env,
  isLoopbackHost,
  loadConfig,
  loadProcessConfig,
  parseOrigin,
  readInteger,
  siteOriginOf,
} from './config.js';
export { createLogger, type Logger } from './logging.js';
export { RELEASE_MEMORY_ENV } from './release-memory-env.js';
