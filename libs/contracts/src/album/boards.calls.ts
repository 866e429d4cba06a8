import { boardBody, boardSchema, boardVisibilityBody } from './album.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { id, list, text } from '../shared/schema.js';

const board = { id: id('The board.') };
const body = { title: 'BoardDto', fields: boardBody };

export const listBoards = call({
  method: 'GET',
  path: '/boards',
  summary: "Lists the caller's boards",
  description: 'Includes hidden boards; newest first.',
  answer: list(boardSchema),
});

export const createBoard = call({
  method: 'POST',
  path: '/boards',
  summary: 'Creates a board',
  status: 201,
  body,
  answer: boardSchema,
  problems: ['quota_reached'],
});

export const updateBoard = call({
  method: 'PUT',
  path: '/boards/:id',
  summary: 'Renames a board',
  description: 'Omitted fields keep their values; an empty description clears it.',
  params: board,
  body,
  answer: boardSchema,
  problems: ['forbidden', 'not_found'],
});

export const setBoardVisibility = call({
  method: 'PUT',
  path: '/boards/:id/visibility',
  summary: 'Hides or shows a board and all its pictures',
  params: board,
  body: { title: 'BoardVisibilityDto', fields: boardVisibilityBody },
  answer: boardSchema,
  problems: ['forbidden', 'not_found'],
});

export const deleteBoard = call({
  method: 'DELETE',
  path: '/boards/:id',
  summary: 'Deletes a board and its pictures',
  params: board,
  answer: okSchema,
  problems: ['forbidden', 'not_found'],
});

export const listMemberBoards = call({
  method: 'GET',
  path: '/users/:username/boards',
  summary: 'Lists the boards on which a member shows pictures',
  description: 'Newest first. A private member exists only for themselves; others get 404.',
  params: { username: text('The Oni ID.', { example: 'vesper' }) },
  answer: list(boardSchema),
  problems: ['not_found'],
});
