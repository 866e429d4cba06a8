import { call } from '../shared/call.js';
import { LIMITS } from '../shared/limits.js';
import { okSchema } from '../shared/ok.js';
import { pageQuery, textInQuery } from '../shared/page-queries.js';
import { id, list } from '../shared/schema.js';
import { createServerBody, serverSchema, transferOwnershipBody, updateServerBody } from './servers.js';

const dimension = { id: id('The dimension.') };

export const listServers = call({
  method: 'GET',
  path: '/servers',
  summary: 'Lists the member’s dimensions and the largest public ones, newest first',
  description: `Includes up to ${LIMITS.largestServers} public dimensions with the most members. \`GET /api/servers/public\` lists all public dimensions.`,
  answer: list(serverSchema),
});

export const listPublicServers = call({
  method: 'GET',
  path: '/servers/public',
  summary: 'Lists all public dimensions, largest first',
  description: 'Sorted by number of members. `q` searches names and descriptions.',
  query: { ...pageQuery, q: textInQuery },
  answer: list(serverSchema),
  paged: true,
});

export const getServer = call({
  method: 'GET',
  path: '/servers/:id',
  summary: 'Returns a dimension',
  params: dimension,
  answer: serverSchema,
  problems: ['not_found'],
});

export const createServer = call({
  method: 'POST',
  path: '/servers',
  summary: 'Creates a private dimension',
  description: 'Includes a default channel. The caller becomes its owner.',
  status: 201,
  body: { title: 'CreateServerDto', fields: createServerBody },
  answer: serverSchema,
  problems: ['quota_reached'],
});

export const updateServer = call({
  method: 'PATCH',
  path: '/servers/:id',
  summary: 'Updates a dimension',
  description: 'For the owner. Absent fields do not change.',
  params: dimension,
  body: { title: 'UpdateServerDto', fields: updateServerBody },
  answer: serverSchema,
  problems: ['not_found', 'forbidden'],
});

export const deleteServer = call({
  method: 'DELETE',
  path: '/servers/:id',
  summary: 'Deletes a dimension',
  description: 'For the owner. Also deletes its channels and messages.',
  params: dimension,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const transferOwnership = call({
  method: 'POST',
  path: '/servers/:id/owner',
  summary: 'Transfers the ownership of a dimension to another member',
  description: 'For the owner, who becomes a moderator.',
  params: dimension,
  body: { title: 'TransferOwnershipDto', fields: transferOwnershipBody },
  answer: serverSchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});
