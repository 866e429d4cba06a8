import { authorSchema } from '../people/profiles.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { id, list, object, timestamp, type TypeOf } from '../shared/schema.js';

export const RIPPLE_MESSAGES = phrases({ ownRipple: 'You cannot send a ripple to your own post.' });

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

const post = { id: id('The post.') };

export const listRipples = call('GET', '/posts/:id/ripples', {
  summary: "Lists who sent a ripple to one of the caller's posts, newest first",
  params: post,
  query: pageQuery,
  answer: list(rippleSchema),
  problems: ['not_found', 'forbidden'],
});

export const sendRipple = call('PUT', '/posts/:id/ripple', {
  summary: 'Sends a ripple to a post',
  description: 'Once per member and post; repeating it changes nothing.',
  params: post,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const withdrawRipple = call('DELETE', '/posts/:id/ripple', {
  summary: 'Takes back a ripple',
  params: post,
  answer: okSchema,
  problems: ['not_found'],
});
