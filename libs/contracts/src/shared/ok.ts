import { literalTrue, object, type TypeOf } from './schema.js';

export const okSchema = object('Ok', 'The call succeeded.', {
  ok: literalTrue('Always true.'),
});
export type OkAnswer = TypeOf<typeof okSchema>;
