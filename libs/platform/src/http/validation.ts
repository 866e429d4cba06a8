import {
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  ValidationPipe,
  type ValidationError,
} from '@nestjs/common';
import {
  FIELD_MESSAGES,
  hasUnprintable,
  isRecord,
  isUuid,
  MESSAGES,
  type RequestFields,
} from '@oniverse/contracts';
import type { FastifyRequest } from 'fastify';
import { fieldProblem, findUnknownField, isProse, readIfValid } from './field-definitions.js';
import { invalidField, ProblemError } from '../problems.js';

/** Deeper than any valid body. */
const MAX_DEPTH = 16;
/** More values than any valid body has. Validating 1 MB of values would block the event loop for 0.4 s. */
const MAX_VALUES = 1_000;

const malformed = (): ProblemError => new ProblemError('malformed_request', MESSAGES.malformedRequest);

/**
 * Rejects strings with characters that XML cannot carry, which include those that PostgreSQL cannot store, anywhere in a
 * value, including keys, and values that are too deep or too large.
 * @param isExempt whether a field leaves such characters out instead
 * @throws ProblemError `validation_failed` with the outermost field, or `malformed_request`
 */
export function assertReadable(value: unknown, isExempt: (field: string) => boolean = () => false): void {
  const stack: { value: unknown; field: string; depth: number }[] = [{ value, field: '', depth: 0 }];
  let values = 0;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { field, depth } = next;
    if (typeof next.value === 'string' && hasUnprintable(next.value) && !(depth === 1 && isExempt(field))) {
      throw invalidField(field, MESSAGES.badText);
    }
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (depth === MAX_DEPTH) throw malformed();
    values += Array.isArray(next.value) ? next.value.length : Object.keys(next.value).length;
    if (values > MAX_VALUES) throw malformed();
    for (const [key, inner] of Object.entries(next.value)) {
      if (hasUnprintable(key)) throw malformed();
      stack.push({ value: inner, field: field || key, depth: depth + 1 });
    }
  }
}

function problemOf(errors: ValidationError[]): ProblemError {
  const fields = Object.fromEntries(
    errors.map(({ target, property, value }) => [
      property,
      fieldProblem(target, property, value) ?? MESSAGES.malformedRequest,
    ]),
  );
  return new ProblemError('validation_failed', Object.values(fields)[0] ?? MESSAGES.malformedRequest, {
    fields,
  });
}

/**
 * Validates bodies and queries of REST calls (global) and gateways (bound to each) and converts them to their DTO.
 * Reports the first error of each field. Unknown fields of a body are errors; `KnownQuery` refuses unknown query parameters.
 */
@Injectable()
export class ContractPipe implements PipeTransform<unknown, Promise<unknown>> {
  private readonly pipe = new ValidationPipe({
    transform: true,
    whitelist: true,
    stopAtFirstError: true,
    // Nest leaves it out otherwise; `problemOf` finds the field by it.
    validationError: { target: true },
    exceptionFactory: problemOf,
  });

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom') return value;
    const { metatype } = metadata;
    assertReadable(value, (field) => metatype !== undefined && isProse(metatype, field));
    if (metadata.type === 'query') return this.pipe.transform(value, metadata);
    if (metadata.type === 'param' || !metadata.metatype || metadata.metatype === Object) return value;
    if (value !== undefined && !isRecord(value)) {
      throw new ProblemError('malformed_body', MESSAGES.malformedBody);
    }
    const body = value ?? {};
    const read = readIfValid(metadata.metatype, body);
    if (read) return read;
    // Nest's pipe removes names such as `prototype`, and class-validator accepts those that every object inherits.
    const unknown = findUnknownField(metadata.metatype, body);
    if (unknown !== undefined) throw invalidField(unknown, MESSAGES.unknownField);
    return this.pipe.transform(body, metadata);
  }
}

/** Refuses query parameters that a call does not declare. */
export class KnownQuery implements CanActivate {
  constructor(private readonly query: RequestFields = {}) {}

  /** @throws ProblemError `validation_failed` with the parameter, or `malformed_request` */
  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const unknown = Object.keys(Object(query)).find((name) => !Object.hasOwn(this.query, name));
    if (unknown === undefined) return true;
    if (hasUnprintable(unknown)) throw malformed();
    throw invalidField(unknown, MESSAGES.unknownField);
  }
}

@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUuid(value)) throw invalidField('id', FIELD_MESSAGES.badId);
    return value.toLowerCase();
  }
}
