import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  ValidationPipe,
  type ValidationError,
} from '@nestjs/common';
import { MESSAGES } from '@oniverse/contracts';
import { readAtOnce } from './field-definitions.js';
import { isUuid } from './uuid.js';
import { invalidField, ProblemError } from '../problems.js';

/** Deeper than any body of ours; what is deeper is refused before it is looked at. */
const MAX_DEPTH = 16;
/** More values than in any body of ours. Reading 1 MB of them takes 0.4 s, in which nobody else is answered. */
const MAX_VALUES = 1_000;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBadText = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

const malformed = (): ProblemError => new ProblemError('malformed_request', MESSAGES.malformedRequest);

/**
 * Refuses text that PostgreSQL cannot keep (NUL) or that is no Unicode (a lone surrogate), anywhere in a
 * value, keys included; and what is nested deeper, or has more values in all, than any body of ours.
 * @throws ProblemError `validation_failed`, naming the outermost field; `malformed_request`
 */
export function refuseUnreadable(value: unknown): void {
  const waiting: { value: unknown; field: string; depth: number }[] = [{ value, field: '', depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { field, depth } = next;
    if (typeof next.value === 'string' && isBadText(next.value)) throw invalidField(field, MESSAGES.badText);
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (depth === MAX_DEPTH) throw malformed();
    values += Array.isArray(next.value) ? next.value.length : Object.keys(next.value).length;
    if (values > MAX_VALUES) throw malformed();
    for (const [key, inner] of Object.entries(next.value)) {
      if (isBadText(key)) throw malformed();
      waiting.push({ value: inner, field: field || key, depth: depth + 1 });
    }
  }
}

function problemOf(errors: ValidationError[]): ProblemError {
  const fields: Record<string, string> = {};
  for (const error of errors) {
    const nested = error.children?.[0];
    const constraints = error.constraints ?? nested?.constraints ?? nested?.children?.[0]?.constraints ?? {};
    const [name, message] = Object.entries(constraints)[0] ?? ['', MESSAGES.malformedRequest];
    fields[error.property] = name === 'whitelistValidation' ? MESSAGES.unknownField : message;
  }
  const first = Object.values(fields)[0] ?? MESSAGES.malformedRequest;
  return new ProblemError('validation_failed', first, { fields });
}

const strict = { transform: true, whitelist: true, stopAtFirstError: true, exceptionFactory: problemOf };

/**
 * The one pipe for bodies and queries, over REST (global) and for gateways (bound to each): reads into the
 * DTO's class and says the first broken rule of each field. Unknown fields of a body are refused, unknown
 * parameters of a query ignored.
 */
@Injectable()
export class ContractPipe implements PipeTransform<unknown, Promise<unknown>> {
  private readonly bodies = new ValidationPipe({ ...strict, forbidNonWhitelisted: true });
  private readonly queries = new ValidationPipe(strict);

  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'custom') return value;
    refuseUnreadable(value);
    if (metadata.type === 'query') return this.queries.transform(value, metadata);
    if (metadata.type === 'param' || !metadata.metatype || metadata.metatype === Object) return value;
    if (value !== undefined && !isPlainObject(value)) {
      throw new ProblemError('malformed_body', MESSAGES.malformedBody);
    }
    const body = value ?? {};
    return readAtOnce(metadata.metatype, body) ?? this.bodies.transform(body, metadata);
  }
}

/** Reads an id from the path. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isUuid(value)) throw invalidField('id', MESSAGES.badId);
    return value.toLowerCase();
  }
}
