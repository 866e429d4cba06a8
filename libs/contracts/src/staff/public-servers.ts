import { call } from '../shared/call.js';
import { type BodyOf, clearableText, omittable, requestBody, textField } from '../shared/request-fields.js';
import { id } from '../shared/schema.js';
import { createServerBody, SERVER_RULES, serverSchema } from '../talk/servers.js';

/** `PATCH /api/staff/servers/{id}`: an absent field stays unchanged; an empty description clears it. */
export const publicServerBody = requestBody({
  name: omittable(textField(SERVER_RULES.name)),
  description: clearableText(SERVER_RULES.description),
});
export type PublicServerChange = BodyOf<typeof publicServerBody>;

const dimension = { id: id('The dimension.') };

export const createPublicServer = call('POST', '/staff/servers', {
  summary: 'Creates a public dimension',
  description: 'For the staff of the platform, which owns it. Includes a default channel.',
  access: 'moderators',
  status: 201,
  body: { title: 'CreatePublicServerDto', fields: createServerBody },
  answer: serverSchema,
});

export const updatePublicServer = call('PATCH', '/staff/servers/:id', {
  summary: 'Updates a public dimension, whoever owns it',
  description: 'For the staff of the platform. Absent fields do not change.',
  access: 'moderators',
  params: dimension,
  body: { title: 'UpdatePublicServerDto', fields: publicServerBody },
  answer: serverSchema,
  problems: ['not_found'],
});

export const archiveServer = call('PUT', '/staff/servers/:id/archive', {
  summary: 'Archives a public dimension',
  description:
    'For the staff of the platform. Everyone who read it can read it, and its staff can still remove messages and members. Nobody writes, reacts or joins.',
  access: 'moderators',
  params: dimension,
  answer: serverSchema,
  problems: ['not_found'],
});

export const restoreServer = call('DELETE', '/staff/servers/:id/archive', {
  summary: 'Returns a public dimension from the archive',
  description: 'For the staff of the platform.',
  access: 'moderators',
  params: dimension,
  answer: serverSchema,
  problems: ['not_found'],
});
