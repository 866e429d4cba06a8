import { phrases } from '../shared/phrases.js';
import { authorSchema } from '../people/profiles.js';
import { id, object, timestamp, type TypeOf } from '../shared/schema.js';

export const RIPPLE_MESSAGES = phrases({
  ownRipple: 'You cannot send a ripple to your own post.',
});

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
