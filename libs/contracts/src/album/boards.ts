import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { createdPart, descriptionPart, tagsPart, updatedPart } from '../shared/parts.js';
import {
  type BodyOf,
  clearableText,
  flagField,
  requestBody,
  tagsField,
  textField,
} from '../shared/request-fields.js';
import { named } from '../shared/rules.js';
import { flag, id, list, object, text, type TypeOf } from '../shared/schema.js';

export const boardSchema = object('Board', 'A named group of pictures.', {
  id: id('The board.'),
  userId: id('The owner.'),
  name: text('The name.', { example: 'Observatory' }),
  description: descriptionPart,
  tags: tagsPart,
  isPublic: flag('Whether others can see it.'),
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type BoardView = TypeOf<typeof boardSchema>;

export const BOARD_RULES = named('Observatory');

/** `POST /api/boards`, `PUT /api/boards/{id}`. In an update, absent fields other than the name stay unchanged. */
export const boardBody = requestBody({
  name: textField(BOARD_RULES.name),
  description: clearableText(BOARD_RULES.description),
  tags: tagsField(),
});
export type BoardBody = BodyOf<typeof boardBody>;

export const boardVisibilityBody = requestBody({
  isPublic: flagField('Whether others may see the board and all its pictures.'),
});

const board = { id: id('The board.') };
const body = { title: 'BoardDto', fields: boardBody };

export const listBoards = call('GET', '/boards', {
  summary: "Lists the caller's boards",
  description: 'Includes hidden boards; newest first.',
  answer: list(boardSchema),
});

export const createBoard = call('POST', '/boards', {
  summary: 'Creates a board',
  status: 201,
  body,
  answer: boardSchema,
  problems: ['quota_reached'],
});

export const updateBoard = call('PUT', '/boards/:id', {
  summary: 'Renames a board',
  description: 'Omitted fields keep their values; an empty description clears it.',
  params: board,
  body,
  answer: boardSchema,
  problems: ['forbidden', 'not_found'],
});

export const setBoardVisibility = call('PUT', '/boards/:id/visibility', {
  summary: 'Hides or shows a board and all its pictures',
  params: board,
  body: { title: 'BoardVisibilityDto', fields: boardVisibilityBody },
  answer: boardSchema,
  problems: ['forbidden', 'not_found'],
});

export const deleteBoard = call('DELETE', '/boards/:id', {
  summary: 'Deletes a board and its pictures',
  params: board,
  answer: okSchema,
  problems: ['forbidden', 'not_found'],
});

export const listMemberBoards = call('GET', '/users/:username/boards', {
  summary: 'Lists the boards on which a member shows pictures',
  description: 'Newest first. A private member exists only for themselves; others get 404.',
  params: { username: text('The Oni ID.', { example: 'vesper' }) },
  mayBeStale: true,
  answer: list(boardSchema),
  problems: ['not_found'],
});
