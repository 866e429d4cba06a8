import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import {
  type AnyCall,
  type CallAccess,
  type InputOf,
  type NoFields,
  type OkAnswer,
  okSchema,
  type Schema,
} from '@oniverse/contracts';
import {
  type CallRoute,
  type CountedRequest,
  type Page,
  type ProblemForm,
  routeOf,
} from '@oniverse/platform/backend';
import { map, type Observable } from 'rxjs';
import { type SessionRequest, unauthorized } from './current-session.js';
import type { Origin, SessionContext, StaffSession } from './session.js';
import { StaleReadInterceptor } from './stale-read.interceptor.js';

interface SessionOf {
  members: SessionContext;
  moderators: StaffSession;
  admins: StaffSession;
  visitors: SessionContext | undefined;
  public: undefined;
}

/** What the handler of a call receives: the validated parameters, `query` and `body`, and who sent them. */
export type Received<C extends AnyCall> = InputOf<C> & {
  readonly session: C extends { readonly access?: infer A extends CallAccess } ? SessionOf[A] : never;
  readonly origin: Origin;
};

type Answered<A> = A extends readonly (infer T)[] ? A | Page<T> : [OkAnswer] extends [A] ? A | void : A;
type AnswerOf<C extends AnyCall> = C extends { readonly answer: Schema<infer A> } ? Answered<A> : never;

/** Refuses a handler that ignores the input. */
type Takes<H extends (...args: never[]) => unknown, C extends AnyCall> =
  NoFields extends InputOf<C> ? unknown : Parameters<H> extends [] ? { readonly input: InputOf<C> } : unknown;

/** Answers `okSchema` for a handler without an answer. */
class OkInterceptor implements NestInterceptor<void, OkAnswer> {
  intercept(_: ExecutionContext, next: CallHandler<void>): Observable<OkAnswer> {
    return next.handle().pipe(map(() => ({ ok: true })));
  }
}

const receivedBy = ({ access = 'members' }: AnyCall, readInput: CallRoute['readInput']) =>
  createParamDecorator(async (_: unknown, context: ExecutionContext): Promise<object> => {
    const request = context.switchToHttp().getRequest<CountedRequest & SessionRequest>();
    const { session, clientAddress = 'unknown', headers } = request;
    if (!session && access !== 'public' && access !== 'visitors') throw unauthorized();
    const origin: Origin = { address: clientAddress, device: headers['user-agent'] };
    return { ...(await readInput(request)), session, origin };
  });

/**
 * Makes a method the handler of a declared call: its route, access, validation and document. The first parameter of the
 * method is what it `Received`. It returns the answer, or nothing where that says only that the call succeeded.
 */
export function Handles<C extends AnyCall>(call: C, problems: ProblemForm = {}) {
  const { route, readInput } = routeOf(call, problems);
  const Receive = receivedBy(call, readInput);
  return <H extends (received: Received<C>, ...injected: never[]) => Promise<AnswerOf<C>>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<H> & Takes<H, C>,
  ): void => {
    Receive()(target, name, 0);
    const interceptors = [
      ...(call.answer === okSchema ? [new OkInterceptor()] : []),
      ...(call.mayBeStale === true ? [StaleReadInterceptor] : []),
    ];
    applyDecorators(route, UseInterceptors(...interceptors))(target, name, descriptor);
  };
}
