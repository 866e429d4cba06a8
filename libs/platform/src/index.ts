/*
 * What every server process needs.
 */
export { CONFIG, type Config, ConfigError, loadConfig, LOG_LEVELS, type LogLevel } from './config.js';
export { REDIS } from './connections.js';
export { Health, type HealthPart, type HealthReport } from './health.js';
export { LivePublisher } from './live/live-publisher.js';
export { createLogger, LOGGER, type Logger, NestLogger } from './logging.js';
export { type Counter, Metrics } from './metrics.js';
export { type ByteRange, ObjectStore } from './objects.js';
export { OpsServer } from './ops/ops-server.js';
export {
  brokenConstraint,
  invalidField,
  isAboutErased,
  isDeadlock,
  isOutage,
  notFound,
  ProblemError,
  unavailable,
} from './problems.js';
export { RateLimits } from './rate-limits.js';
export { runProcess } from './server-process.js';
