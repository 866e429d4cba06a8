/* The platform of every server process. */
export {
  CONFIG,
  type Config,
  loadConfig,
  loadProcessConfig,
  LOG_LEVELS,
  type LogLevel,
  type MailConfig,
  siteOriginOf,
} from './config.js';
export { ConfigError, type Env, isLoopbackHost, readInteger } from './variables.js';
export { jsonList, jsonText, storedFile, textFile } from './archives/archive-files.js';
export { fileNameOf, folderNameOf, pictureExtension, uploadNameOf } from './archives/file-names.js';
export { createZip, type ZippedFile } from './archives/zip.js';
export { REDIS } from './connections.js';
export { escapeHtml } from './escape-html.js';
export {
  Health,
  type HealthPart,
  type HealthReport,
  PART_STATES,
  type PartState,
  WRITE_CHECK_KEY,
} from './health.js';
export {
  type ErasureRecord,
  erasureRecordName,
  ErasureRecords,
  parseErasureRecords,
} from './erasure-records.js';
export { LivePublisher } from './live/live-publisher.js';
export { connectRedis, deleteAllKeys, keyPrefix, nodesOf, type RedisConnection } from './redis.js';
export { adviceForRefusal } from './refused-credentials.js';
export { createLogger, LOGGER, type Logger, NestLogger } from './logging.js';
export { measureDatabase } from './database-metrics.js';
export { type Counter, type Histogram, Metrics } from './metrics.js';
export { type ByteRange, ObjectStore, type StoredPart } from './objects.js';
export { OpsServer } from './ops/ops-server.js';
export {
  violatedConstraint,
  invalidField,
  isErasedMemberError,
  isDeadlock,
  isOutage,
  isStorageFull,
  notFound,
  preconditionFailed,
  ProblemError,
  rangeNotSatisfiable,
  storageFull,
  unavailable,
} from './problems.js';
export {
  createPublicAgent,
  createPublicLookup,
  isPublicAddress,
  parseAddressOf,
  PrivateAddressError,
  type ResolveAll,
} from './public-address.js';
export { isRateLimited, type RateLimit, RateLimits } from './rate-limits.js';
export { seal, unseal } from './secret-box.js';
export { runProcess } from './server-process.js';
