import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  ControllerHandlerReturnType,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';
import send from '@fastify/send';
import ejs from 'ejs';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';

/** All that bull-board gives to its adapter. */
interface Board {
  queues: BullBoardQueues;
  views: string;
  files: { route: string; dir: string };
  entry: AppViewRoute;
  api: AppControllerRoute[];
  answerError: (error: Error) => ControllerHandlerReturnType;
  config: UIConfig;
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH' } as const satisfies Record<
  string,
  HTTPMethods
>;

const listOf = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one]);

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/**
 * Serves bull-board over Fastify. Its own adapter for that needs @fastify/static 10, and with it a newer Node than
 * the product asks for.
 */
export class BoardAdapter implements IServerAdapter {
  private readonly given: Partial<Board> = {};

  /** @param basePath where it is served, ending with `/` */
  constructor(private readonly basePath: string) {}

  setQueues(queues: BullBoardQueues): this {
    this.given.queues = queues;
    return this;
  }

  setViewsPath(views: string): this {
    this.given.views = views;
    return this;
  }

  setStaticPath(route: string, dir: string): this {
    this.given.files = { route, dir };
    return this;
  }

  setEntryRoute(entry: AppViewRoute): this {
    this.given.entry = entry;
    return this;
  }

  setErrorHandler(answerError: Board['answerError']): this {
    this.given.answerError = answerError;
    return this;
  }

  setApiRoutes(api: AppControllerRoute[]): this {
    this.given.api = api;
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.given.config = config;
    return this;
  }

  /** Adds its routes to a server. @throws Error where bull-board has not given all of it */
  async register(server: FastifyInstance): Promise<void> {
    const { queues, views, files, entry, api, answerError, config } = this.given;
    if (!queues || !views || !files || !entry || !api || !answerError || !config) {
      throw new Error('The board is not complete.');
    }
    server.setErrorHandler<Error>((error, _request, reply) => answer(reply, answerError(error)));
    server.get(`${files.route}/*`, (request, reply) => sendFile(files.dir, request, reply));
    const { name, params } = entry.handler({ basePath: this.basePath, uiConfig: config });
    const page = ejs.compile(await readFile(join(views, name), 'utf8'))(params);
    for (const url of listOf(entry.route)) {
      server.get(url, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
    }
    for (const { route, method, handler } of api) {
      for (const url of listOf(route)) {
        server.route({
          method: listOf(method).map((each) => METHODS[each]),
          url,
          handler: async (request, reply) => {
            const answered = await handler({
              queues,
              uiConfig: config,
              params: recordOf(request.params),
              query: recordOf(request.query),
              body: recordOf(request.body),
              headers: {},
            });
            return answer(reply, answered);
          },
        });
      }
    }
  }
}

const answer = (reply: FastifyReply, { status = 200, body }: ControllerHandlerReturnType): FastifyReply =>
  reply.code(status).send(body);

async function sendFile(dir: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = recordOf(request.params)['*'];
  const file = await send(request.raw, `/${typeof path === 'string' ? path : ''}`, {
    root: dir,
    cacheControl: false,
    dotfiles: 'ignore',
    index: false,
  });
  if (file.type !== 'file') {
    reply.callNotFound();
    return reply;
  }
  return reply.code(file.statusCode).headers(file.headers).send(file.stream);
}
