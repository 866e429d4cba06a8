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

/** What bull-board passes to its adapter. */
interface Board {
  queues: BullBoardQueues;
  views: string;
  files: { route: string; dir: string };
  entry: AppViewRoute;
  api: AppControllerRoute[];
  handleError: (error: Error) => ControllerHandlerReturnType;
  config: UIConfig;
}

const METHODS = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH' } as const satisfies Record<
  string,
  HTTPMethods
>;

const listOf = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value]);

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Serves bull-board with Fastify. Its own adapter needs @fastify/static 10, which requires a newer Node. */
export class BoardAdapter implements IServerAdapter {
  private readonly board: Partial<Board> = {};

  /** @param basePath the path of the page, with a trailing slash */
  constructor(private readonly basePath: string) {}

  setQueues(queues: BullBoardQueues): this {
    this.board.queues = queues;
    return this;
  }

  setViewsPath(views: string): this {
    this.board.views = views;
    return this;
  }

  setStaticPath(route: string, dir: string): this {
    this.board.files = { route, dir };
    return this;
  }

  setEntryRoute(entry: AppViewRoute): this {
    this.board.entry = entry;
    return this;
  }

  setErrorHandler(handleError: Board['handleError']): this {
    this.board.handleError = handleError;
    return this;
  }

  setApiRoutes(api: AppControllerRoute[]): this {
    this.board.api = api;
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.board.config = config;
    return this;
  }

  /** Adds the routes. @throws Error if bull-board has not called all setters */
  async register(server: FastifyInstance): Promise<void> {
    const { queues, views, files, entry, api, handleError, config } = this.board;
    if (!queues || !views || !files || !entry || !api || !handleError || !config) {
      throw new Error('The board is incomplete.');
    }
    server.setErrorHandler<Error>((error, _request, reply) => sendResponse(reply, handleError(error)));
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
            const response = await handler({
              queues,
              uiConfig: config,
              params: recordOf(request.params),
              query: recordOf(request.query),
              body: recordOf(request.body),
              headers: {},
            });
            return sendResponse(reply, response);
          },
        });
      }
    }
  }
}

const sendResponse = (
  reply: FastifyReply,
  { status = 200, body }: ControllerHandlerReturnType,
): FastifyReply => reply.code(status).send(body);

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
