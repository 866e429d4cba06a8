import type { Phrase, RequestField } from '@oniverse/contracts';
import { getMetadataStorage } from 'class-validator';

type Fields = Map<string, RequestField<unknown>>;

type DtoClass = abstract new (...args: never[]) => object;

const ownFields = new WeakMap<object, Fields>();
const allFields = new WeakMap<object, Readonly<Fields> | null>();

/** Registers a field. @param target the prototype of its class */
export function defineField(target: object, name: string, field: RequestField<unknown>): void {
  const fields = ownFields.get(target) ?? new Map<string, RequestField<unknown>>();
  ownFields.set(target, fields.set(name, field));
}

/** Returns all fields of a class, including inherited ones. @param object its prototype or an instance */
function declaredFields(object: unknown): Readonly<Fields> {
  const fields = new Map<string, RequestField<unknown>>();
  for (let target = object; typeof target === 'object' && target !== null;) {
    for (const [name, field] of ownFields.get(target) ?? []) if (!fields.has(name)) fields.set(name, field);
    target = Object.getPrototypeOf(target);
  }
  return fields;
}

/** Returns whether a class has a field of this name that accepts characters that XML cannot carry. */
export const isProse = (dto: DtoClass, name: string): boolean =>
  declaredFields(dto.prototype).get(name)?.isProse === true;

/** Returns what is wrong with the value that an instance of a class has in a field. */
export const fieldProblem = (object: unknown, name: string, value: unknown): Phrase | undefined =>
  declaredFields(object).get(name)?.problem(value);

/** Returns all fields of a class; null if it also has other validators. */
function fieldsOf(dto: DtoClass): Readonly<Fields> | null {
  const known = allFields.get(dto);
  if (known !== undefined) return known;
  const fields = declaredFields(dto.prototype);
  const validators = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  // Each field registers two validators: its problem, and the condition for checking it.
  const isCovered =
    fields.size > 0 &&
    validators.length === 2 * fields.size &&
    validators.every(({ propertyName }) => fields.has(propertyName));
  const result = isCovered ? fields : null;
  allFields.set(dto, result);
  return result;
}

/** Reads a body in a tenth of class-validator's time. Returns undefined if class-validator must read it instead. */
export function readIfValid(dto: new () => object, body: object): object | undefined {
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

/** Returns a name in a body that its class does not declare; undefined if all are known. */
export function findUnknownField(dto: DtoClass, body: object): string | undefined {
  const validators = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const names = new Set(validators.map(({ propertyName }) => propertyName));
  return Object.keys(body).find((name) => !names.has(name));
}
