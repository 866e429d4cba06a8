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

const METHODS = {
  GET: http.get,
  POST: http.post,
  PUT: http.put,
  PATCH: http.patch,
  DELETE: http.delete,
} as const satisfies Record<CallMethod, unknown>;

type Given<A> = A | Response | undefined;
type Answer<A, R> = (received: R, request: Request) => Given<A> | Promise<Given<A>>;
const isFunction = <A, R>(answer: A | Answer<A, R>): answer is Answer<A, R> => typeof answer === 'function';

/** An answer, or a function that makes it from the request. Undefined leaves the request to an earlier mock. */
export type Answering<P extends string, A, Q extends RequestFields, B extends RequestFields> =
  | A
  | Answer<A, Received<P, Q, B>>;

const isParameter = (part: string): boolean => part.startsWith(':');
const countParameters = ({ path }: AnyCall): number => path.split('/').filter(isParameter).length;

/** Returns whether the server answers an address with another call, whose path has fewer parameters. */
function isOfOtherCall(call: AnyCall, url: string): boolean {
  const segments = new URL(url).pathname.split('/').slice(2);
  return CALLS.some((other) => {
    const parts = other.path.split('/').slice(1);
    return (
      other.method === call.method &&
      countParameters(other) < countParameters(call) &&
      parts.length === segments.length &&
      parts.every((part, index) => isParameter(part) || part === segments[index])
    );
  });
}

/** Returns a handler that answers a call in tests. @param requests receives the requests */
export function handlerOf<P extends string, A, Q extends RequestFields, B extends RequestFields>(
  call: Call<CallMethod, P, A, Q, B>,
  answer: NoInfer<Answering<P, A, Q, B>>,
  requests: Received<P, Q, B>[] = [],
): HttpHandler {
  const { method, path, status = 200 } = call;
  return METHODS[method](`/api${path}`, async ({ request, params }) => {
    if (isOfOtherCall(call, request.url)) return undefined;
    const text = await request.clone().text();
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const body: unknown = text === '' ? null : JSON.parse(text);
    // The client sends what the call declares.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const received = { ...params, query, body } as unknown as Received<P, Q, B>;
    requests.push(received);
    const given = isFunction<A, Received<P, Q, B>>(answer) ? await answer(received, request) : answer;
    if (given === undefined) return undefined;
    return given instanceof Response ? given : Response.json(given, { status });
  });
}

/** Returns a failure for a mocked call. */
export const problem = (code: ProblemCode, message = 'It failed.'): Response =>
  Response.json({ statusCode: PROBLEMS[code], code, message }, { status: PROBLEMS[code] });
