import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../metrics.js';
import type { ProblemMetrics } from '../problem-metrics.js';
// Declares `problemCode`, also in the types of this package.
import './request-log.js';

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

/**
 * Measures requests by route template and status class, and counts problems. All requests without a route share the label
 * `none`.
 */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics, problems: ProblemMetrics): void {
  const durations = metrics.histogram(
    'oniverse_http_request_duration_seconds',
    'Duration of requests, from the first byte of the request to the last byte of the response.',
    ['method', 'route', 'status'],
    BUCKETS,
  );
  fastify.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1_000,
    );
    if (request.problemCode !== undefined) problems.count('http', request.problemCode);
    done();
  });
}
