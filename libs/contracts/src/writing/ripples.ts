import { authorSchema } from '../people/profiles.js';
import { id, object, timestamp, type TypeOf } from '../shared/schema.js';

export const rippleSchema = object(
  'Ripple',
  'A ripple that a member sent, for the author of the post only.',
  {
    userId: id('The sender.'),
    author: authorSchema,
    createdAt: timestamp('When it was sent.'),
  },
);
export type RippleView = TypeOf<typeof rippleSchema>;
