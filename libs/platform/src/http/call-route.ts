import { applyDecorators, RequestMapping, RequestMethod, UseGuards } from '@nestjs/common';
import { ApiBody, ApiParam, ApiQuery } from '@nestjs/swagger';
import type { AnyCall } from '@oniverse/contracts';
import type { FastifyRequest } from 'fastify';
import { Call, type ProblemForm } from './call.js';
import { dtoOf } from './dto.js';
import { describeParameters } from './openapi.js';
import { ContractPipe, IdPipe, KnownQuery } from './validation.js';

export interface CallRoute {
  /** Gives a handler the route, access and document of the call. */
  route: MethodDecorator;
  /**
   * Returns the validated parameters, query and body of a request. Throws ProblemError `validation_failed`,
   * `malformed_body` or `malformed_request`.
   */
  readInput: (request: FastifyRequest) => Promise<object>;
}

const contractPipe = new ContractPipe();

/** Returns what a handler of a declared call needs. */
export function routeOf(call: AnyCall, problems: ProblemForm): CallRoute {
  const { method, path, params = {}, query, body } = call;
  const queryDto = query && dtoOf(query);
  const bodyDto = body && dtoOf(body.fields, body.title);
  return {
    route: applyDecorators(
      RequestMapping({ method: RequestMethod[method], path }),
      UseGuards(new KnownQuery(query)),
      Call({ ...call, ...problems }),
      ...describeParameters(params).map((param) => ApiParam(param)),
      ...describeParameters(query ?? {}).map((field) => ApiQuery(field)),
      ...(bodyDto ? [ApiBody({ type: bodyDto })] : []),
    ),
    readInput: async (request) => {
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
    },
  };
}
