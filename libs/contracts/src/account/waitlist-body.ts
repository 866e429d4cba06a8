import { WAITLIST_RULES } from './account-rules.js';
import { field, matches } from '../shared/field-rules.js';
import { phrases } from '../shared/phrases.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';

// Apart from the calls, which the landing page loads.
export const WAITLIST_MESSAGES = phrases({
  badSource: 'The source must be landing.',
  waitlistClaimed: 'this oni_id is already claimed',
});

export const waitlistBody = requestBody({
  email: textField(WAITLIST_RULES.email),
  oni_id: textField(WAITLIST_RULES.oni_id),
  access_key: textField(WAITLIST_RULES.access_key),
  source: textField(
    field('The page with the form.', 'landing', [matches(/^landing$/, WAITLIST_MESSAGES.badSource)]),
  ),
});
export type WaitlistBody = BodyOf<typeof waitlistBody>;
