import { afterEach, describe, expect, it } from '@jest/globals';
import fastify, { type FastifyInstance } from 'fastify';
import { createLogger } from '../logging.js';
import { sendProblem } from './problem.filter.js';

const coded = (code: string): Error => Object.assign(new Error('refused'), { code });

/** What pg, TypeORM and `DatabaseClient` throw while a database, or its pooler, fails over. */
const OUTAGES: [string, Error][] = [
  ...[
    '08006 connection failure',
    '08P01 a pooler without a server',
    '25006 a write on a former primary',
    '53200 no memory',
    '53300 too many connections',
    '57P01 shutdown',
    '57P02 crash',
    '57P03 starting up',
    '57P05 idle session ended',
    '58030 failing disk',
    'ECONNREFUSED nobody listens',
    'ECONNRESET reset',
    'EHOSTUNREACH cut off',
    'ENOTFOUND name without an address',
    'ETIMEDOUT lost by keep-alive',
  ].map((kind): [string, Error] => [kind, coded(kind.split(' ')[0] ?? '')]),
  ...[
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'There was an error establishing an SSL connection',
    'Cannot use a pool after calling end on the pool',
  ].map((message): [string, Error] => [message, new Error(message)]),
  ['a failed statement of TypeORM', Object.assign(new Error('refused'), { driverError: coded('57P01') })],
  ['no host that accepts writes', new AggregateError([coded('25006'), coded('ECONNREFUSED')], 'none')],
];

describe('sendProblem', () => {
  let app: FastifyInstance | undefined;

  afterEach(async () => {
    await app?.close();
  });

  it.each(OUTAGES)('LIV-123 answers 503 with Retry-After: %s', async (_, error) => {
    app = fastify();
    const logger = createLogger('test', 'silent');
    app.setErrorHandler((failure, request, reply) => sendProblem(failure, request, reply, logger));
    app.get('/', () => Promise.reject(error));
    const { statusCode, headers } = await app.inject('/');
    expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 503, retryAfter: '2' });
  });
});
