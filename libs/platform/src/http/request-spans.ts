import type { FastifyInstance } from 'fastify';
import { beginRequest, type RequestContext, runInRequest } from '../request-context.js';
import { endSpan } from '../tracing.js';
import { HEALTH } from './request-log.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What this process does for the request; undefined for checks of health. */
    requestContext?: RequestContext;
  }
}

/** Runs the handlers of each request on its behalf, in a span with the route's template if it is traced. */
export function beginRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!HEALTH.test(request.url)) {
      request.requestContext = beginRequest(
        request.id,
        `${request.method} ${request.routeOptions.url ?? 'none'}`,
        'server',
      );
    }
    done();
  });
  // After the body is read, whose events belong to the connection.
  fastify.addHook('preValidation', (request, _reply, done) =>
    request.requestContext ? runInRequest(request.requestContext, done) : done(),
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = request.requestContext?.span;
    span?.setAttribute('http.response.status_code', reply.statusCode);
    endSpan(span, { failed: reply.statusCode >= 500 });
    done();
  });
}
