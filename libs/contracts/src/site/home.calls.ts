import { call } from '../shared/call.js';
import { homeSchema, homeStepsBody, suggestionsSchema } from './home.js';
import { okSchema } from '../shared/ok.js';
import { id } from '../shared/schema.js';

export const getHome = call({
  method: 'GET',
  path: '/home',
  summary: 'Returns what happened since the caller left',
  description: 'A visit ends when the caller was not seen for 30 minutes; the next call begins another one.',
  answer: homeSchema,
});

export const recordHomeSteps = call({
  method: 'PATCH',
  path: '/home/steps',
  summary: 'Records steps of the guide for new members',
  body: { title: 'HomeStepsDto', fields: homeStepsBody },
  answer: okSchema,
});

export const markHomeRead = call({
  method: 'POST',
  path: '/home/read',
  summary: 'Marks everything that happened, and all joined channels, as read',
  answer: okSchema,
});

export const listSuggestions = call({
  method: 'GET',
  path: '/suggestions',
  summary: 'Lists up to three links that could exist',
  description:
    'Each with its reason: tags that the caller has in private items, keeps or shows, and that a member who is not linked yet shows.',
  answer: suggestionsSchema,
});

export const dismissSuggestion = call({
  method: 'DELETE',
  path: '/suggestions/:id',
  summary: 'Dismisses a suggestion, which never returns',
  params: { id: id('The suggestion.') },
  answer: okSchema,
  problems: ['not_found'],
});
