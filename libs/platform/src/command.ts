/* The platform of command-line tools. The rest takes longer to load than most commands to run. */
export { type Config, loadConfig, loadProcessConfig, siteOriginOf } from './config.js';
export { parseObjectSettings } from './object-settings.js';
export {
  ConfigError,
  type Env,
  findVariable,
  isLoopbackHost,
  readInteger,
  requireVariable,
} from './variables.js';
export { createLogger, type Logger } from './logging.js';

/**
 * glibc settings for a process that allocates and frees large blocks, also set in docker-compose.yml. By default every
 * thread retains freed memory, and after a large block was freed, glibc retains any block smaller than that, up to 32 MB.
 * Source: mallopt(3), M_ARENA_MAX and M_MMAP_THRESHOLD.
 */
export const RELEASE_MEMORY_ENV = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144' } as const;
