import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  RequestMapping,
  RequestMethod,
  UseGuards,
} from '@nestjs/common';
import { ApiBody, ApiParam, ApiQuery } from '@nestjs/swagger';
import type {
  AnyCall,
  Call as DeclaredCall,
  CallMethod,
  InputOf,
  NoFields,
  RequestFields,
} from '@oniverse/contracts';
import type { FastifyRequest } from 'fastify';
import { Call, type ProblemForm } from './call.js';
import { dtoOf } from './dto.js';
import { describeParameters } from './openapi.js';
import type { Page } from './paging.js';
import { ContractPipe, IdPipe, KnownQuery } from './validation.js';

type InputReader = (request: FastifyRequest) => Promise<object>;

const contractPipe = new ContractPipe();
const readers = new WeakMap<object, InputReader>();

/** Injects the validated parameters, query and body of a call into its handler. */
export const Input = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<object | undefined> =>
    readers.get(context.getHandler())?.(context.switchToHttp().getRequest()),
);

/** Returns what validates a request. It throws ProblemError `validation_failed`, `malformed_body` or `malformed_request`. */
function createReader({ params = {}, query }: AnyCall, bodyDto: (new () => object) | undefined): InputReader {
  const queryDto = query && dtoOf(query);
  return async (request) => {
    const input: Record<string, unknown> = {};
    for (const [name, { json }] of Object.entries(params)) {
      const value = String(Reflect.get(Object(request.params), name));
      await contractPipe.transform(value, { type: 'param' });
      input[name] = json.format === 'uuid' ? new IdPipe().transform(value) : value;
    }
    if (queryDto)
      input['query'] = await contractPipe.transform(request.query, { type: 'query', metatype: queryDto });
    if (bodyDto)
      input['body'] = await contractPipe.transform(request.body, { type: 'body', metatype: bodyDto });
    return input;
  };
}

type Answered<A> = A extends readonly (infer T)[] ? A | Page<T> : A;

/**
 * Makes a method the handler of a declared call: its route, access, validation and document. The method must return the
 * answer and take the input of the call.
 */
export function Handles<P extends string, A, Q extends RequestFields, B extends RequestFields>(
  call: DeclaredCall<CallMethod, P, A, Q, B>,
  problems: ProblemForm = {},
) {
  const { method, path, params, query, body }: AnyCall = call;
  const bodyDto = body && dtoOf(body.fields, body.title);
  return <H extends (...args: never[]) => Promise<Answered<A>>>(
    target: object,
    name: string | symbol,
    descriptor: TypedPropertyDescriptor<H> & Takes<H, InputOf<DeclaredCall<CallMethod, P, A, Q, B>>>,
  ): void => {
    if (descriptor.value) readers.set(descriptor.value, createReader(call, bodyDto));
    applyDecorators(
      RequestMapping({ method: RequestMethod[method], path }),
      UseGuards(new KnownQuery(query)),
      Call({ ...call, ...problems }),
      ...describeParameters(params ?? {}).map((param) => ApiParam(param)),
      ...describeParameters(query ?? {}).map((field) => ApiQuery(field)),
      ...(bodyDto ? [ApiBody({ type: bodyDto })] : []),
    )(target, name, descriptor);
  };
}

/** Refuses a handler without a parameter for the input. */
type Takes<H extends (...args: never[]) => unknown, I> = NoFields extends I
  ? unknown
  : I extends Parameters<H>[number]
    ? unknown
    : { readonly input: I };
