export { startInbox } from './inbox.js';
export type { InboxOptions, RunningInbox } from './inbox.js';
export { startObjectStore } from './object-store.js';
export type { ObjectStoreOptions, RunningObjectStore } from './object-store.js';
export { findPostgresBinaries } from './postgres-binaries.js';
export { postgresUser, type SystemUser } from './postgres-user.js';
export { startPostgres } from './postgres.js';
export type { PostgresOptions, RunningPostgres } from './postgres.js';
export { startRedis } from './redis.js';
export type { RedisOptions, RunningRedis } from './redis.js';
export type { RunningServer, ServerOptions } from './running-server.js';

export { isErrorWithCode, messageOf } from './errors.js';
export { freePort } from './free-port.js';
export { identifyProcess, isSameProcess, parseProcessIdentity, stopProcess } from './process-identity.js';
export type { ProcessIdentity, StopStep } from './process-identity.js';
export { launch, readLogTail } from './server-process.js';
export type { ExitStatus, LaunchOptions, ServerProcess } from './server-process.js';
export { settlesWithin, sleep } from './sleep.js';
