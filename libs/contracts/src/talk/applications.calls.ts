import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { id } from '../shared/schema.js';
import { APPLICATION_LIMITS, applicationBody, questionsBody } from './applications.js';
import { declineBody } from './held-messages.js';
import { serverSchema } from './servers.js';

const dimension = { id: id('The dimension.') };
const application = { ...dimension, applicationId: id('The application.') };

export const setQuestions = call('PUT', '/servers/:id/questions', {
  summary: 'Replaces the questions that members answer before they join a dimension',
  description:
    'For the owner and moderators of a public dimension. While it asks questions, only members read it. Without questions, waiting applications are deleted, and everyone may join.',
  params: dimension,
  body: { title: 'QuestionsDto', fields: questionsBody },
  answer: serverSchema,
  problems: ['not_found', 'forbidden'],
});

export const applyToServer = call('POST', '/servers/:id/application', {
  summary: 'Applies for a public dimension that asks questions',
  description: `One application at a time waits in a dimension. After it is declined, the caller can apply again in ${APPLICATION_LIMITS.againHours} hours. \`precondition_failed\` if the questions changed.`,
  params: dimension,
  body: { title: 'ApplicationDto', fields: applicationBody },
  answer: serverSchema,
  problems: ['not_found', 'forbidden', 'quota_reached', 'precondition_failed'],
});

export const withdrawApplication = call('DELETE', '/servers/:id/application', {
  summary: "Withdraws the caller's application while it waits",
  params: dimension,
  answer: okSchema,
  problems: ['not_found'],
});

export const acceptApplication = call('POST', '/servers/:id/applications/:applicationId/accept', {
  summary: 'Accepts an application, whose author becomes a member',
  description: 'For the owner and moderators.',
  params: application,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const declineApplication = call('POST', '/servers/:id/applications/:applicationId/decline', {
  summary: 'Declines an application',
  description: `For the owner and moderators. The applicant sees the word for ${APPLICATION_LIMITS.declinedDays} days, or until they apply again.`,
  params: application,
  body: { title: 'DeclineApplicationDto', fields: declineBody },
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});
