import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import helmet from '@fastify/helmet';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { LIMITS, MESSAGES, PROBLEMS, type ProblemBody, type ProblemCode } from '@oniverse/contracts';
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Config } from '../config.js';
import type { Logger } from '../logging.js';
import { Metrics } from '../metrics.js';
import { clientAddressOf } from './address.js';
import { acceptJsonOnly } from './body.js';
import { serveClient } from './client-files.js';
import { measureRequests } from './http-metrics.js';
import type { PageHeads } from './page-heads.js';
import { sendPagesAsLists } from './paging.js';
import { sendProblem } from './problem.filter.js';
import { answerUnchanged } from './revalidation.js';

/** A path parameter that is longer than any id or name of ours. */
const MAX_PARAM_LENGTH = 256;
/**
 * A client that sends its request slower than this is cut off, in milliseconds. The largest picture over a slow
 * phone's line takes minutes; for the headers Node's own limit of a minute stays.
 */
const REQUEST_TIMEOUT_MS = 300_000;

/** Answers that nobody may keep unless they say so themselves. */
const NOT_KEPT = /^\/(api|objects|uploads|exports)\//;

/** Requests that are under way when the server ends have this long to be answered, in milliseconds. */
const LAST_ANSWER_MS = 4_000;

/**
 * At the end requests under way are answered, then every connection goes: Node waits for ever for one that was opened
 * ahead of need and never said a word.
 */
function endConnectionsAtLast(fastify: FastifyInstance): void {
  let underWay = 0;
  let quiet: (() => void) | undefined;
  fastify.addHook('onRequest', (_request, reply, done) => {
    underWay += 1;
    reply.raw.once('close', () => {
      underWay -= 1;
      if (underWay === 0) quiet?.();
    });
    done();
  });
  fastify.addHook('preClose', async () => {
    if (underWay > 0) {
      await new Promise<void>((resolve) => {
        quiet = resolve;
        setTimeout(resolve, LAST_ANSWER_MS).unref();
      });
    }
    fastify.server.closeAllConnections();
  });
}

/** What Node's parser refused has no request to answer to: the answer is written to the connection itself. */
function refuseConnection(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ProblemCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'malformed_request';
  const message = code === 'headers_too_large' ? MESSAGES.headersTooLarge : MESSAGES.malformedRequest;
  const body = JSON.stringify({ statusCode: PROBLEMS[code], code, message } satisfies ProblemBody);
  socket.end(
    `HTTP/1.1 ${PROBLEMS[code]} ${code === 'headers_too_large' ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Nest would put handlers of its own in the place of ours for unknown routes and for errors before a route. */
class HttpAdapter extends FastifyAdapter {
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance();
  }

  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance();
  }
}

/** The HTTP server under Nest: Fastify, with the contract's error form on the paths that Nest never sees. */
export function createHttpAdapter(config: Config, logger: Logger): FastifyAdapter {
  const addressOf = clientAddressOf(config.trustedProxies);
  const adapter = new HttpAdapter({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: LIMITS.body,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    genReqId: () => randomUUID(),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(error, request, reply, logger),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket),
    multipart: false,
  });
  const fastify = adapter.getInstance();
  acceptJsonOnly(fastify);
  sendPagesAsLists(fastify);
  endConnectionsAtLast(fastify);
  answerUnchanged(fastify);
  fastify.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, logger));
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    logger.info(
      {
        req: request,
        requestId: request.id,
        address: addressOf(request.raw),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
    done();
  });
  return adapter;
}

/** The one inline sheet of the client's: Radix' select brings it along, to hide the scroll bar of its list. */
const SELECT_SHEET = "'sha256-441zG27rExd4/il+NvIqyL8zFx5XmyNQtE381kSkUJk='";

/**
 * Adds what needs the application: security headers and the client's files.
 * @param heads the pages of the client that have heads of their own
 */
export async function finishHttp(
  app: NestFastifyApplication,
  config: Config,
  heads: PageHeads,
): Promise<void> {
  const overTls = config.publicOrigins.some((origin) => origin.startsWith('https:'));
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Pictures of other hosts stand in what members write; the client fetches one only after a click.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", SELECT_SHEET],
        ...(overTls ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onSend', (request, reply, payload, done) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    if (NOT_KEPT.test(request.url) && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    done(null, payload);
  });
  measureRequests(fastify, app.get(Metrics));
  serveClient(fastify, config.clientDir, heads);
}
