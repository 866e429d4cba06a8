import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { REQUEST_BYTES, MESSAGES, type ProblemCode } from '@oniverse/contracts';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../config.js';
import { publicOriginOf } from '../object-settings.js';
import type { Logger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { ProblemMetrics } from '../problem-metrics.js';
import { ProblemError } from '../problems.js';
import { createAddressResolver, createRequestIds, networkOf, normaliseAddress } from './address.js';
import { acceptJsonOnly } from './body.js';
import { serveClient } from './client-files.js';
import { compressJson } from './compression.js';
import { measureRequests } from './http-metrics.js';
import type { PageHeads } from './page-heads.js';
import { sendPagesAsLists } from './paging.js';
import { sendProblem } from './problem.filter.js';
import { logRequests } from './request-log.js';
import { beginRequests } from './request-spans.js';
import { addEtags } from './revalidation.js';

/** Longer than any id or name. */
const MAX_PARAM_LENGTH = 256;
/** The largest picture takes minutes on a slow mobile connection. Node limits the headers to a minute. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Responses without their own Cache-Control are not cached under these paths. */
const NOT_CACHED = /^\/(api|objects|uploads|exports)\//;

const DRAIN_TIMEOUT_MS = 4_000;

/** Closes all connections at shutdown. Node alone waits for those that browsers open in advance and never use. */
function closeConnectionsOnShutdown(fastify: FastifyInstance): void {
  let active = 0;
  let onIdle: (() => void) | undefined;
  fastify.addHook('onRequest', (_request, reply, done) => {
    active += 1;
    reply.raw.once('close', () => {
      active -= 1;
      if (active === 0) onIdle?.();
    });
    done();
  });
  fastify.addHook('preClose', async () => {
    if (active > 0) {
      await new Promise<void>((resolve) => {
        onIdle = resolve;
        setTimeout(resolve, DRAIN_TIMEOUT_MS).unref();
      });
    }
    fastify.server.closeAllConnections();
  });
}

/** Writes a response to the socket, because a request that Node's parser rejects never reaches Fastify. */
function rejectMalformedRequest(error: { code?: string }, socket: Socket, logger: Logger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ProblemCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request';
  logger.info(
    { network: networkOf(normaliseAddress(socket.remoteAddress ?? '')), code },
    'Malformed request',
  );
  const phrase = code === 'headers_too_large' ? MESSAGES.headersTooLarge : MESSAGES.malformedRequest;
  const problem = new ProblemError(code, phrase);
  const body = JSON.stringify(problem.body());
  socket.end(
    `HTTP/1.1 ${problem.statusCode} ${code === 'headers_too_large' ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Prevents Nest from replacing the handlers for unknown routes and for errors before routing. */
class HttpAdapter extends FastifyAdapter {
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance();
  }

  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }
}

/** Creates the HTTP server below Nest. It sends the contract's error form also where Nest is not involved. */
export function createHttpAdapter(config: Config, logger: Logger): FastifyAdapter {
  const adapter = new HttpAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: REQUEST_BYTES.members,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    genReqId: createRequestIds(config.trustedProxies),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(error, request, reply, logger),
    clientErrorHandler: (error, socket) => rejectMalformedRequest(error, socket, logger),
    multipart: false,
  });
  const fastify = adapter.getInstance();
  acceptJsonOnly(fastify);
  sendPagesAsLists(fastify);
  closeConnectionsOnShutdown(fastify);
  addEtags(fastify);
  fastify.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, logger));
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  beginRequests(fastify);
  logRequests(fastify, logger, createAddressResolver(config.trustedProxies));
  return adapter;
}

/** Browsers' lists of preloaded sites require a year. */
const HSTS_SECONDS = 365 * 24 * 60 * 60;

/** The hash of the client's only inline style: Radix Select hides the scroll bar of its list with it. */
const SELECT_STYLE_HASH = "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='";

/** Adds security headers, compression, request metrics and the client's files. */
export async function configureHttp(
  app: NestFastifyApplication,
  config: Config,
  heads: PageHeads,
): Promise<void> {
  const overTls = config.publicOrigins.some((origin) => origin.startsWith('https:'));
  const pictureHost = publicOriginOf(config.objectStore);
  const pictureHosts = pictureHost === null ? [] : [pictureHost];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        // The client fetches pictures.
        connectSrc: ["'self'", ...pictureHosts],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Members may link pictures of other hosts, which the client loads only after a click.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...pictureHosts],
        mediaSrc: ["'self'", ...pictureHosts],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", SELECT_STYLE_HASH],
        ...(overTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: config.hsts !== 'off' && {
      maxAge: HSTS_SECONDS,
      includeSubDomains: config.hsts !== 'host',
      preload: config.hsts === 'preload',
    },
    xFrameOptions: { action: 'deny' },
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    if (NOT_CACHED.test(request.url) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
  await compressJson(fastify);
  measureRequests(fastify, app.get(Metrics), app.get(ProblemMetrics));
  serveClient(fastify, config.clientDir, heads);
}
