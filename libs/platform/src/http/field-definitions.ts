import { getMetadataStorage } from 'class-validator';

/** What a field of a body or a query is: how it is read, when it is wrong, and whether it may be absent. */
export interface FieldReader {
  /** Reads what came; what it cannot read stays as it is and is refused. */
  read: (value: unknown) => unknown;
  /** What is wrong with what was read; undefined where it is fine. */
  problem: (value: unknown) => string | undefined;
  /** May be absent. */
  optional: boolean;
}

type DtoClass = abstract new (...args: never[]) => object;

const own = new WeakMap<object, Map<string, FieldReader>>();
const whole = new WeakMap<object, ReadonlyMap<string, FieldReader> | null>();

/** Remembers how a field is read. @param target the prototype of its class */
export function defineField(target: object, name: string, reader: FieldReader): void {
  const fields = own.get(target) ?? new Map<string, FieldReader>();
  own.set(target, fields.set(name, reader));
}

/** All fields of a class and of those that it extends; null where something else than they decides over it. */
function fieldsOf(dto: DtoClass): ReadonlyMap<string, FieldReader> | null {
  const known = whole.get(dto);
  if (known !== undefined) return known;
  const fields = new Map<string, FieldReader>();
  for (let target: unknown = dto.prototype; typeof target === 'object' && target !== null;) {
    for (const [name, reader] of own.get(target) ?? []) if (!fields.has(name)) fields.set(name, reader);
    target = Object.getPrototypeOf(target);
  }
  const ruled = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  // Each field has two rules: its problem, and when it is looked for.
  const isCovered =
    fields.size > 0 &&
    ruled.length === 2 * fields.size &&
    ruled.every(({ propertyName }) => fields.has(propertyName));
  const answer = isCovered ? fields : null;
  whole.set(dto, answer);
  return answer;
}

/**
 * Reads a body at once where it is as it should be, by the same definitions as class-validator goes by, at a tenth of
 * its price.
 * @returns undefined where anything is wrong with it, or where its class is not all of such fields: class-validator
 * finds out what
 */
export function readAtOnce(dto: new () => object, body: object): object | undefined {
  const fields = fieldsOf(dto);
  if (!fields) return undefined;
  const read = new dto();
  let given = 0;
  for (const [name, { read: reading, problem, optional }] of fields) {
    const isGiven = Object.hasOwn(body, name);
    if (isGiven) given += 1;
    const value = isGiven ? reading(Reflect.get(body, name)) : undefined;
    if (!(optional && value === undefined) && problem(value) !== undefined) return undefined;
    if (isGiven) Reflect.set(read, name, value);
  }
  return given === Object.keys(body).length ? read : undefined;
}
