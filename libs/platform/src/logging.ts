import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '@oniverse/contracts';
import { currentRequest } from './request-context.js';

export type { Logger } from 'pino';

export const LOGGER = Symbol('LOGGER');

const SECRETS = [
  'password',
  'accessKey',
  'currentPassword',
  'deviceToken',
  'newPassword',
  'access_key',
  'sessionId',
  'authorization',
  'cookie',
  'secretKey',
  'accountKeys',
  'smtpUrl',
  'token',
  'claimToken',
  'recoveryCode',
];

/** Fields of PostgreSQL and TypeORM errors that contain column values. */
const STATEMENT_VALUES = ['err.parameters', 'err.detail', 'err.driverError.detail'];

/** Paths whose last segment is a credential. */
const CREDENTIAL = /^(\/(?:uploads|exports|api\/invites|api\/mail\/unsubscribe|dimensions\/invite)\/).*/;

/**
 * Creates the logger of a process, such as `backend`. It writes one line of JSON per event, without secrets. Each line has
 * `level`, `time`, `part` and `msg`, and `requestId` if it is about a request.
 */
export function createLogger(part: string, level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { part },
    formatters: { level: (name: string) => ({ level: name }) },
    mixin: () => {
      const request = currentRequest();
      return request ? { requestId: request.id } : {};
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [...SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), ...STATEMENT_VALUES],
      censor: '[secret]',
    },
    // Headers, body and query contain what members write. The path of an upload, an export, an invite or an unsubscription
    // contains a credential.
    serializers: {
      req: (request: { method?: string; url?: string; ip?: string }) => ({
        method: request.method,
        path: request.url?.split('?')[0]?.replace(CREDENTIAL, '$1…'),
      }),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

const text = (message: unknown): string =>
  typeof message === 'string'
    ? message
    : message instanceof Error
      ? message.message
      : JSON.stringify(message);

export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, text(message));
  }
  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error({ err: message instanceof Error ? message : undefined, rest }, text(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, text(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, text(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, text(message));
  }
}
