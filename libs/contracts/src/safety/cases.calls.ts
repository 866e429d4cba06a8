import { call } from '../shared/call.js';
import {
  CASE_STATE_FIELD,
  CASE_STATES,
  closeServerCaseBody,
  serverCaseDetailSchema,
  serverCaseSchema,
} from './cases.js';
import { pageQuery } from '../shared/page-queries.js';
import { choiceField, withDefault } from '../shared/request-fields.js';
import { id, list } from '../shared/schema.js';

const dimension = { id: id('The dimension.') };
const caseOfDimension = { ...dimension, caseId: id('The case.') };

export const listServerCases = call({
  method: 'GET',
  path: '/servers/:id/cases',
  summary: 'Lists the cases about messages of a dimension, newest first',
  description:
    'For the owner and moderators. Cases about the owner, or for a moderator about another one, are left out.',
  params: dimension,
  query: { ...pageQuery, state: withDefault(choiceField(CASE_STATES, CASE_STATE_FIELD), 'open') },
  answer: list(serverCaseSchema),
  paged: true,
  problems: ['not_found', 'forbidden'],
});

export const getServerCase = call({
  method: 'GET',
  path: '/servers/:id/cases/:caseId',
  summary: 'Returns a case with its snapshot and reports',
  description: 'For the owner and moderators. It does not say who reported.',
  params: caseOfDimension,
  answer: serverCaseDetailSchema,
  problems: ['not_found', 'forbidden'],
});

export const closeServerCase = call({
  method: 'POST',
  path: '/servers/:id/cases/:caseId/close',
  summary: 'Closes a case',
  description:
    'For the owner and moderators. Every outcome but `none` deletes the message. The reporters learn the outcome.',
  params: caseOfDimension,
  body: { title: 'CloseServerCaseDto', fields: closeServerCaseBody },
  answer: serverCaseDetailSchema,
  problems: ['not_found', 'forbidden', 'case_closed'],
});

export const handOnServerCase = call({
  method: 'POST',
  path: '/servers/:id/cases/:caseId/hand-on',
  summary: 'Hands a case on to the operators of the site',
  description: 'For the owner and moderators. The case leaves their queue.',
  params: caseOfDimension,
  answer: serverCaseDetailSchema,
  problems: ['not_found', 'forbidden', 'case_closed'],
});
