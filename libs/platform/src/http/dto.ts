import { ApiProperty } from '@nestjs/swagger';
import type { JsonSchema, QueryOf, RequestField, RequestFields } from '@oniverse/contracts';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';
import { defineField } from './field-definitions.js';

/** Converts, validates and documents a property as a field of the contract. */
export function Field(field: RequestField<unknown>): PropertyDecorator {
  const { read, problem, optional } = field;
  const { examples, ...json } = field.json;
  const decorators: PropertyDecorator[] = [
    Transform(({ value }: { value: unknown }) => read(value)),
    ValidateIf((_, value: unknown) => !(optional && value === undefined)),
    ValidateBy({ name: 'field', validator: { validate: (value: unknown) => problem(value) === undefined } }),
    ApiProperty({ ...openApi(json), ...(examples ? { example: examples[0] } : {}), required: !optional }),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
    defineField(target, String(property), field);
  };
}

/** Expresses null as OpenAPI 3.0's `nullable`, which Nest expects and `hoistSchemas` converts to 3.1. */
function openApi({ type, ...rest }: JsonSchema): object {
  return Array.isArray(type) ? { ...rest, type: type[0], nullable: true } : { ...rest, type };
}

/** Creates the class that Nest validates a request with. The documents use its name, or that of its subclass. */
export function dtoOf<F extends RequestFields>(fields: F, name = 'Dto'): new () => QueryOf<F> {
  const defaults = Object.fromEntries(
    Object.entries(fields).flatMap(([field, { initial }]) =>
      initial === undefined ? [] : [[field, initial]],
    ),
  );
  class Dto {
    constructor() {
      Object.assign(this, defaults);
    }
  }
  Object.defineProperty(Dto, 'name', { value: name });
  for (const [field, declared] of Object.entries(fields)) Field(declared)(Dto.prototype, field);
  // Validation gives every instance these fields, which the compiler cannot know.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Dto as new () => QueryOf<F>;
}
