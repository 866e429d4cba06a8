export { Batches } from './batches.js';
export { CONFIG, type Config, ConfigError, loadConfig, LOG_LEVELS, type LogLevel } from './config.js';
export { Health, type HealthPart, type HealthReport } from './health.js';
export { type ClientAddress, clientAddressOf } from './http/address.js';
export { chunksOf, ReadableBodyGuard, StreamedBody } from './http/body.js';
export {
  Call,
  CALL_ACCESS,
  type CallAccess,
  type CallDefinition,
  OpenPage,
  PathId,
  PathText,
  PROBLEM_SCHEMA,
} from './http/call.js';
export { ProblemFilter, problemFrom } from './http/problem.filter.js';
export { Flag, Id, OneOf, RuledText, TagName, Tags, WholeNumber } from './http/fields.js';
export { createOpenApi, hoistSchemas, type OpenAPIObject } from './http/openapi.js';
export { ListQueryDto, Page, PageQueryDto } from './http/paging.js';
export { isAmong, Revalidated } from './http/revalidation.js';
export type { PageHead, PageHeads } from './http/page-heads.js';
export { createHttpAdapter, finishHttp } from './http/server.js';
export { isUuid } from './http/uuid.js';
export { ContractPipe, IdPipe } from './http/validation.js';
export { type AnyHandler, JOB_HANDLERS, type JobHandler, type UpkeepJob } from './jobs/job-handler.js';
export { JobRunner, type Task } from './jobs/job-runner.js';
export { QueuesPage } from './jobs/queues-page.js';
export { LiveAdapter } from './live/live-adapter.js';
export { LiveGateway } from './live/live-gateway.js';
export { LivePublisher } from './live/live-publisher.js';
export { LiveService } from './live/live.service.js';
export { createLogger, LOGGER, type Logger, NestLogger } from './logging.js';
export { type Counter, Metrics } from './metrics.js';
export { type ByteRange, ObjectStore } from './objects.js';
export { OpsServer } from './ops/ops-server.js';
export { PlatformModule, REDIS } from './platform.module.js';
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
