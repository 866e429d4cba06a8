import { call } from '../shared/call.js';
import { waitlistAnswerSchema, waitlistBody, waitlistStatsSchema } from './waitlist.js';

export const joinWaitlist = call({
  method: 'POST',
  path: '/waitlist',
  summary: 'Joins the waitlist',
  description: 'The response is the same when the email address is already on the list.',
  access: 'public',
  body: { title: 'WaitlistDto', fields: waitlistBody },
  answer: waitlistAnswerSchema,
  problems: ['username_taken', 'username_reserved'],
});

export const getWaitlistStats = call({
  method: 'GET',
  path: '/waitlist/stats',
  summary: 'Counts the waitlist entries',
  access: 'public',
  answer: waitlistStatsSchema,
});
