import type { ProblemCode } from './problems.js';
import type { BodyOf, QueryOf, RequestFields } from './request-fields.js';
import type { Documented, Schema } from './schema.js';

export type CallMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The names of the parameters of a path: `id` of `/posts/:id/ripple`. */
type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : string extends P
      ? string
      : never;

/** A call with its method, path, answer, query, body and access as types. The client's build keeps method, path and answer. */
export interface Call<
  M extends CallMethod,
  P extends string,
  A,
  Q extends RequestFields,
  B extends RequestFields,
  X extends CallAccess = CallAccess,
> extends CallTerms {
  readonly method: M;
  /** Below `/api`. */
  readonly path: P;
  /** The parameters of the path. The server checks those that are ids. */
  readonly params?: Readonly<Record<ParamName<P>, Documented>>;
  readonly query?: Q;
  /** The title is the name of the body in the published document. */
  readonly body?: { readonly title: string; readonly fields: B };
  readonly answer: Schema<A>;
  /** `members` by default. */
  readonly access?: X;
}

export type AnyCall = Call<CallMethod, string, unknown, RequestFields, RequestFields>;

/** Those of a call without a query or body: the empty object type is meant. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type
export type NoFields = Readonly<Record<never, never>>;

/** Declares a call, once for the server, the client, the published document and the tests. */
export const call = <
  M extends CallMethod,
  P extends string,
  A,
  Q extends RequestFields = NoFields,
  B extends RequestFields = NoFields,
  X extends CallAccess = 'members',
>(
  method: M,
  path: P,
  terms: Omit<Call<M, P, A, Q, B, X>, 'method' | 'path'> &
    ([ParamName<P>] extends [never] ? unknown : { params: object }),
): Call<M, P, A, Q, B, X> => ({ method, path, ...terms });

/** The values of the parameters of a path. */
export type ParamsOf<P extends string> = { readonly [N in ParamName<P>]: string };
type Given<F extends RequestFields, Part> = keyof F extends never ? unknown : Part;

/** What a client sends: the parameters of the path, the `query` and the `body`. */
export type RequestOf<P extends string, Q extends RequestFields, B extends RequestFields> = ParamsOf<P> &
  Given<Q, { readonly query?: Partial<QueryOf<Q>> }> &
  Given<B, { readonly body: BodyOf<B> }>;

/** What the server's handler of a call receives, validated. */
export type InputOf<C extends AnyCall> =
  C extends Call<CallMethod, infer P, unknown, infer Q, infer B>
    ? ParamsOf<P> & Given<Q, { readonly query: QueryOf<Q> }> & Given<B, { readonly body: BodyOf<B> }>
    : never;

/**
 * Who may call: `members` requires a session; `moderators` and `admins` one of the platform's staff, with a second factor, and
 * a recent proof of identity for what changes something; `visitors` accepts anyone and identifies a member with a session;
 * `public` ignores sessions.
 */
export type CallAccess = 'members' | 'moderators' | 'admins' | 'public' | 'visitors';

/** The problems of each call with an access, which admission has. */
export const ADMISSION_PROBLEMS: Readonly<Record<CallAccess, readonly ProblemCode[]>> = {
  public: [],
  visitors: ['suspended'],
  members: ['unauthorized', 'suspended'],
  moderators: ['unauthorized', 'suspended', 'forbidden', 'factor_required', 'reauthentication_required'],
  admins: ['unauthorized', 'suspended', 'forbidden', 'factor_required', 'reauthentication_required'],
};

/** Returns whether a call works for all members while the site is read only. */
export const worksInMaintenance = ({
  method,
  access,
  duringMaintenance,
}: Pick<AnyCall, 'method' | 'access' | 'duringMaintenance'>): boolean =>
  method === 'GET' || access === 'moderators' || access === 'admins' || duringMaintenance === true;

/** What the published document says about a call, besides its address, request and answer. */
export interface CallTerms {
  readonly summary: string;
  readonly description?: string;
  readonly access?: CallAccess;
  /** 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** Another success status, such as 200 for a repeated creation. */
  readonly alsoStatus?: 200 | 206;
  /** The content types of a response that is not JSON. */
  readonly answerTypes?: readonly string[];
  /** The response has a credential, such as a session id, so it is not compressed. */
  readonly carriesSecret?: true;
  /** A suspended member may make it too, who may make no other call with a session. */
  readonly forSuspended?: true;
  /** It works while the site is read only, as reads and the calls of staff do: see `worksInMaintenance`. */
  readonly duringMaintenance?: true;
  /** A visitor's answer may be some seconds old. It changes nothing, and may be computed twice. */
  readonly mayBeStale?: true;
  /** Asks for a proof of work while the operators or the staff of the site have switched that on. */
  readonly needsProof?: true;
  /** Problems besides the common ones. */
  readonly problems?: readonly ProblemCode[];
  /** The content types of a body that the call reads as a stream. */
  readonly bytes?: readonly string[];
}
