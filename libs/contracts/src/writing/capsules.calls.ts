import { call } from '../shared/call.js';
import { capsuleBody, capsuleSchema } from './capsules.js';
import { okSchema } from '../shared/ok.js';
import { id, list } from '../shared/schema.js';

const capsule = { id: id('The capsule.') };
const body = { title: 'CapsuleDto', fields: capsuleBody };

export const listCapsules = call({
  method: 'GET',
  path: '/capsules',
  summary: "Lists the caller's capsules, newest first",
  answer: list(capsuleSchema),
});

export const createCapsule = call({
  method: 'POST',
  path: '/capsules',
  summary: 'Creates a capsule',
  status: 201,
  body,
  answer: capsuleSchema,
  problems: ['quota_reached'],
});

export const updateCapsule = call({
  method: 'PUT',
  path: '/capsules/:id',
  summary: 'Updates a capsule',
  description: 'Requires the name; other omitted fields keep their values.',
  params: capsule,
  body,
  answer: capsuleSchema,
  problems: ['not_found'],
});

export const deleteCapsule = call({
  method: 'DELETE',
  path: '/capsules/:id',
  summary: 'Deletes a capsule',
  description: 'The profile archives in it are kept.',
  params: capsule,
  answer: okSchema,
  problems: ['not_found'],
});
