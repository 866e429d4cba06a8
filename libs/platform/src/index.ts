/* The platform of every server process. */
export {
  CONFIG,
  type Config,
  loadConfig,
  loadProcessConfig,
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
export {
  connectRedis,
  deleteAllKeys,
  keyPrefix,
  mastersOf,
  readInfo,
  type RedisConnection,
} from './redis.js';
export { adviceForRefusal } from './refused-credentials.js';
export { createLogger, LOGGER, type Logger, NestLogger } from './logging.js';
export { measureDatabase } from './database-metrics.js';
export { type Counter, type Histogram, Metrics } from './metrics.js';
export { endSpan } from './tracing.js';
export {
  type ByteRange,
  type ListedObject,
  ObjectStore,
  STALL_TIMEOUT_MS,
  type StoredPart,
  WRITE_CHECK,
} from './objects.js';
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
  beginRequest,
  carriedTrace,
  continueTrace,
  carriedRequest,
  carry,
  currentRequest,
  databaseWork,
  newRequestId,
  type RequestContext,
  resumeRequest,
  runInRequest,
  startCurrentSpan,
  traced,
} from './request-context.js';
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
