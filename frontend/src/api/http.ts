import {
  type BodyOf,
  type Call,
  type CallMethod,
  isPhraseParams,
  type NoFields,
  type PhraseParams,
  type ProblemCode,
  type RequestFields,
} from '@oniverse/contracts';
import * as v from 'valibot';
import { NO_ANSWER, OFFLINE, rateLimited } from './http.texts.js';
import { orNone, parseOr } from './parse.js';
import { parseRetryAfter, formatRetryDelay } from './retry-after.js';
import { sentenceOf } from './sentences.js';
import { pageSession } from './stored-session.js';

export interface HttpOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON unless undefined. */
  body?: unknown;
  signal?: AbortSignal;
  cache?: RequestCache;
}

export type RequestWithHeaders = RequestInit & { headers: Headers };

/** The clock of the server. Until `server-clock.ts` is loaded, which the first screen does without, that of the device. */
export const clock = {
  now: (): number => Date.now(),
  /** @param _sentAt when the request of the answer was sent, in ms on the clock of the device */
  record: (_answer: Headers, _sentAt: number): void => undefined,
};

/** A response with a status outside 200–299. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly serverMessage: string | undefined;
  /** A newer server may send one that is not known here. */
  readonly code: ProblemCode | undefined;
  /** The parsed JSON body; undefined if it is not JSON. */
  readonly body: unknown;
  /** Seconds to wait before a retry, if the server sent them. */
  readonly retryAfter: number | undefined;

  /** @param text the raw body; if empty, the message uses the status text */
  constructor(status: number, text: string, statusText: string, retryAfter: string | null = null) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.retryAfter = parseRetryAfter(retryAfter, clock.now());
    this.body = parseJson(text);
    const { code, message, ...reason } = parseOr(problemSchema, this.body, NO_PROBLEM);
    this.serverMessage = message && sentenceOf({ ...reason, message });
    this.code = code;
  }
}

/** Reads a response with a failed status. */
export const errorOf = async (response: Response): Promise<HttpError> =>
  new HttpError(
    response.status,
    await response.text(),
    response.statusText,
    response.headers.get('Retry-After'),
  );

/** Returns whether the server refused a call for this reason. */
export const isProblem = (error: unknown, code: ProblemCode): error is HttpError =>
  error instanceof HttpError && error.code === code;

/** Reads each field on its own, so that the message is shown although a newer server sends an unknown code. */
const problemSchema = v.object({
  message: orNone(v.string()),
  reason: orNone(v.string()),
  params: orNone(v.custom<PhraseParams>(isPhraseParams)),
  code: orNone(v.custom<ProblemCode>((code) => typeof code === 'string')),
});
const NO_PROBLEM: Partial<v.InferOutput<typeof problemSchema>> = {};

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** The beginning of the keys of all queries. */
export const API = ['/api'] as const;

/** Returns the beginning of the keys of all queries at and below a path of a call. */
export const keyOfPath = (path: string): readonly string[] => [...API, ...path.slice(1).split('/')];

/** Sends a request with the stored session and returns the raw response. @throws HttpError on a failed status */
export async function fetchResponse(path: string, options: HttpOptions): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  const session = pageSession();
  if (session) headers.set('Authorization', `Bearer ${session}`);
  const request: RequestWithHeaders = { method: options.method ?? 'GET', headers };
  if (options.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    request.body = JSON.stringify(options.body);
  }
  if (options.signal) request.signal = options.signal;
  if (options.cache) request.cache = options.cache;
  const sentAt = Date.now();
  const response = await fetch(path, request);
  clock.record(response.headers, sentAt);
  if (response.ok) return response;
  const error = await errorOf(response);
  // `proof_required`, in few bytes, like the import as a whole.
  if (response.status !== 428) throw error;
  const proof = await import('./proof.js');
  return proof.retry(path, request, error);
}

/** Sends a JSON request with the stored session and returns the parsed answer. @throws HttpError on a failed status */
export async function http(path: string, options: HttpOptions = {}): Promise<unknown> {
  const answer: unknown = await (await fetchResponse(path, options)).json();
  return answer;
}

/**
 * Makes a call without parameters and returns its answer unchecked. For answers that are read more leniently than they
 * are declared, and for the first scripts of a page, which do without `send`. @throws HttpError on a failed status
 */
export const sendUnchecked = async <B extends RequestFields>(
  { method, path }: Call<CallMethod, string, unknown, NoFields, B>,
  options?: Pick<HttpOptions, 'signal' | 'cache'> & { body?: BodyOf<B> },
): Promise<unknown> => http(`/api${path}`, { method, ...options });

/** Returns the server's message for a failure, or undefined. For a rate limit, it says when to try again. */
export function serverMessageOf(error: unknown): string | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { retryAfter, serverMessage } = error;
  if (!isProblem(error, 'rate_limited') || retryAfter === undefined) return serverMessage;
  return rateLimited(formatRetryDelay(retryAfter));
}

/** Returns the server's message for a failure, or one for a server that did not answer or a device that is offline. */
export function failureMessageOf(error: unknown): string {
  return serverMessageOf(error) ?? (navigator.onLine ? NO_ANSWER : OFFLINE);
}
