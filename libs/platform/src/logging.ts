import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from './config.js';

export type { Logger } from 'pino';

/** The token under which the process's logger is injected. */
export const LOGGER = Symbol('LOGGER');

/** Fields that may hold a secret; they never reach the log. */
const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'access_key',
  'sessionId',
  'authorization',
  'cookie',
  'secretKey',
];

/**
 * The logger of one process: a line of JSON an event, without secrets.
 * @param part which process writes, as in `backend`
 * @param destination where the lines go; the standard output by default
 */
export function createLogger(part: string, level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { part },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[secret]',
    },
    // A request's headers, body and query stay out of the log: they carry what members write. The last part of an
    // upload or export address is a credential.
    serializers: {
      req: (request: { method?: string; url?: string; ip?: string }) => ({
        method: request.method,
        path: request.url?.split('?')[0]?.replace(/^(\/(?:uploads|exports)\/).*/, '$1…'),
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

/** Lets Nest's own lines go through the process's logger. */
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
