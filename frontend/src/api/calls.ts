import {
  type AnyCall,
  type Call,
  type CallMethod,
  NEXT_CURSOR_HEADER,
  type NoFields,
  type ParamsOf,
  type RequestFields,
  type RequestOf,
} from '@oniverse/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { fetchResponse, http, keyOfPath } from './http.js';
import { parse } from './parse.js';

/** A page of a list. */
export interface ListPage<T> {
  items: T[];
  /** Null at the end of the list. */
  nextCursor: string | null;
}

type Read<P extends string, A, Q extends RequestFields> = Call<'GET', P, A, Q, NoFields>;
/** The arguments with a request, which may be absent if all of its parts may. */
type Given<R, More extends unknown[] = []> = NoFields extends R ? [R?, ...More] : [R, ...More];

type Parts = { readonly query?: Readonly<Record<string, unknown>>; readonly body?: unknown };

function segmentsOf(path: string, params: object): string[] {
  const encode = (name: string) => encodeURIComponent(String(Reflect.get(params, name)));
  return keyOfPath(path).map((part) => (part.startsWith(':') ? encode(part.slice(1)) : part));
}

/** Returns the address with its query. Undefined values are left out, and lists are separated by commas. */
function urlOf({ path }: AnyCall, { query = {}, ...params }: Parts): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return segmentsOf(path, params).join('/') + (search && `?${search}`);
}

const keyOf = ({ path }: AnyCall, { query = {}, ...params }: Parts) =>
  [...segmentsOf(path, params), { call: path, query }] as const;

/** Returns the beginning of the keys of all queries at and below the address of a call. */
export const addressOf = <P extends string>(
  { path }: { readonly path: P },
  ...[params]: Given<ParamsOf<P>>
): readonly string[] => segmentsOf(path, params ?? {});

/** Returns a filter for cached queries that accepts those of some calls. */
export const isQueryOf =
  (...calls: readonly AnyCall[]) =>
  ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
    calls.some(({ path }) => path === Reflect.get(Object(queryKey.at(-1)), 'call'));

async function fetchAnswer<A>(
  call: Call<CallMethod, string, A, RequestFields, RequestFields>,
  request: Parts,
  signal?: AbortSignal,
): Promise<A> {
  const options = { method: call.method, body: request.body, ...(signal && { signal }) };
  return parse(call.answer, await http(urlOf(call, request), options));
}

/** Makes a call and returns its answer. @throws HttpError on a failed status, Error if the answer is malformed */
export const send = async <P extends string, A, Q extends RequestFields, B extends RequestFields>(
  call: Call<CallMethod, P, A, Q, B>,
  ...[request, signal]: Given<RequestOf<P, Q, B>, [signal?: AbortSignal]>
): Promise<A> => fetchAnswer(call, request ?? {}, signal);

/** Returns the query of a call. @param freshMs until a mount fetches it again, in milliseconds */
export const queryOf = <P extends string, A, Q extends RequestFields>(
  call: Read<P, A, Q>,
  ...[request, freshMs = Infinity]: Given<RequestOf<P, Q, NoFields>, [freshMs?: number]>
) =>
  queryOptions({
    queryKey: keyOf(call, request ?? {}),
    queryFn: async ({ signal }) => fetchAnswer(call, request ?? {}, signal),
    staleTime: freshMs,
  });

/** Fetches a page of a list, by default the first one. @throws as `send` */
export async function fetchPageOf<P extends string, T, Q extends RequestFields>(
  call: Read<P, T[], Q>,
  request: RequestOf<P, Q, NoFields>,
  signal: AbortSignal,
  cursor?: string,
): Promise<ListPage<T>> {
  const { query }: Parts = request;
  const response = await fetchResponse(urlOf(call, { ...request, query: { ...query, cursor } }), { signal });
  const items: unknown = await response.json();
  return { items: parse(call.answer, items), nextCursor: response.headers.get(NEXT_CURSOR_HEADER) };
}

/** Returns the query of a paged list. @param freshMs until a mount fetches it again, in milliseconds */
export const listOf = <P extends string, T, Q extends RequestFields>(
  call: Read<P, T[], Q>,
  request: RequestOf<P, Q, NoFields>,
  freshMs = Infinity,
) =>
  infiniteQueryOptions({
    queryKey: keyOf(call, request),
    queryFn: async ({ pageParam, signal }) => fetchPageOf(call, request, signal, pageParam || undefined),
    staleTime: freshMs,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
