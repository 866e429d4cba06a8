import {
  type AnyCall,
  type BodyOf,
  type Call,
  type CallMethod,
  CALLS,
  type ParamsOf,
  type ProblemCode,
  PROBLEMS,
  type RequestFields,
} from '@oniverse/contracts';
import { http, type HttpHandler } from 'msw';

/** A request to a mocked call, with its query as texts. `body` is null if there is none. */
export type Received<P extends string, Q extends RequestFields, B extends RequestFields> = ParamsOf<P> & {
  readonly query: { readonly [K in keyof Q]?: string };
  readonly body: BodyOf<B> | null;
};

type Given<A> = A | Response | undefined;
type Answer<A, R> = (received: R, request: Request) => Given<A> | Promise<Given<A>>;
const isFunction = <A, R>(answer: A | Answer<A, R>): answer is Answer<A, R> => typeof answer === 'function';

/** An answer, or a function that makes it from the request. Undefined leaves the request to an earlier mock. */
export type Answering<P extends string, A, Q extends RequestFields, B extends RequestFields> =
  | A
  | Answer<A, Received<P, Q, B>>;

const isParameter = (part: string): boolean => part.startsWith(':');

/** Returns the values of a path's parameters in the segments of an address, or undefined if it is of another path. */
function readParams(
  parts: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (parts.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (isParameter(part)) params[part.slice(1)] = decodeURIComponent(segment);
    else if (part !== segment) return undefined;
  }
  return params;
}

/** The path of a call in its parts. Of the calls with the path of an address, the server chooses that with the fewest parameters. */
function partsOf({ method, path }: Pick<AnyCall, 'method' | 'path'>) {
  const parts = path.split('/').slice(1);
  return { method, parts, paramCount: parts.filter(isParameter).length };
}

const CALL_PARTS = CALLS.map(partsOf);

/** Answers the requests of one call in tests, and no others. */
export type CallMock = (request: Request, url: URL) => undefined | (() => Promise<Response | undefined>);

/** Returns what answers a call in tests. @param requests receives the requests */
export function answerTo<P extends string, A, Q extends RequestFields, B extends RequestFields>(
  call: Call<CallMethod, P, A, Q, B>,
  answer: NoInfer<Answering<P, A, Q, B>>,
  requests: Received<P, Q, B>[] = [],
): CallMock {
  const { method, parts, paramCount } = partsOf(call);
  return (request, { pathname, searchParams }) => {
    if (request.method !== method) return undefined;
    const [root, ...segments] = pathname.split('/').slice(1);
    const params = root === 'api' ? readParams(parts, segments) : undefined;
    if (!params) return undefined;
    const isOfOtherCall = CALL_PARTS.some(
      (other) =>
        other.paramCount < paramCount && other.method === method && readParams(other.parts, segments),
    );
    if (isOfOtherCall) return undefined;
    return async () => {
      const text = await request.clone().text();
      const query = Object.fromEntries(searchParams);
      const body: unknown = text === '' ? null : JSON.parse(text);
      // The client sends what the call declares.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const received = { ...params, query, body } as unknown as Received<P, Q, B>;
      requests.push(received);
      const given = isFunction<A, Received<P, Q, B>>(answer) ? await answer(received, request) : answer;
      if (given === undefined) return undefined;
      return given instanceof Response ? given : Response.json(given, { status: call.status ?? 200 });
    };
  };
}

/**
 * Returns a handler with the answers to several calls, of which the first one counts. MSW reads each request again for each
 * handler, so many calls share one.
 */
export function handlerOf(...mocks: readonly CallMock[]): HttpHandler {
  return http.all(
    ({ request }) => {
      const url = new URL(request.url);
      return mocks.some((mock) => mock(request, url));
    },
    async ({ request }) => {
      const url = new URL(request.url);
      for (const mock of mocks) {
        const response = await mock(request, url)?.();
        if (response) return response;
      }
      return undefined;
    },
  );
}

/** Returns a failure for a mocked call. */
export const problem = (code: ProblemCode, message = 'It failed.'): Response =>
  Response.json({ statusCode: PROBLEMS[code], code, message }, { status: PROBLEMS[code] });
