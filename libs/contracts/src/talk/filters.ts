import { call } from '../shared/call.js';
import { atMost, field, PROSE, readField, required, firstViolation } from '../shared/field-rules.js';
import { searchForm } from '../shared/folding.js';
import { isRecord } from '../shared/is-record.js';
import { type Phrase, phrases, tooLong } from '../shared/phrases.js';
import {
  type BodyOf,
  numberField,
  omittableByNull,
  POSITION,
  requestBody,
  type RequestField,
} from '../shared/request-fields.js';
import { id, list, nullable, object, oneOf, text, type TypeOf, wholeNumber } from '../shared/schema.js';
import { isBlank } from '../shared/text.js';

/** Bounds of filters, apart from `LIMITS`, which every visitor loads. */
export const FILTER_LIMITS = {
  /** Filters of a dimension. */
  count: 200,
  /** In Unicode characters. */
  text: { max: 200 },
  /** Members that one message may mention. */
  mentions: { min: 0, max: 50 },
} as const;

export const FILTER_KINDS = ['word', 'pattern'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];
/** The weakest first. */
export const FILTER_ACTIONS = ['warn', 'hold', 'refuse'] as const;
export type FilterAction = (typeof FILTER_ACTIONS)[number];

const membersText = (count: number): string => (count === 1 ? 'one member' : `up to ${count} members`);

export const FILTER_MESSAGES = phrases({
  filtered: 'This says something that this dimension does not allow. Change it and try again.',
  filterWarning: 'The staff of this dimension ask you to think again about what this says.',
  heldForReview: 'The staff of this dimension read this message before others see it.',
  tooManyMentions: ({ max }: { max: number }) =>
    max === 0
      ? 'Messages here cannot mention members.'
      : `A message here can mention ${membersText(max)}. Remove some and try again.`,
  badFilters: 'A filter is a word or a pattern, with an action.',
  tooManyFilters: ({ max }: { max: number }) => `A dimension can have up to ${max} filters.`,
  filterRequired: 'Please enter a word or a pattern.',
  filterTooLong: tooLong('A filter'),
  emptyFilter: ({ filter }: { filter: string }) =>
    `“${filter}” has no characters that are compared. Remove it.`,
  invalidPattern: ({ filter }: { filter: string }) => `“${filter}” is not a valid pattern.`,
  broadPattern: ({ filter }: { filter: string }) => `“${filter}” matches every message.`,
  slowFilters: ({ filter }: { filter: string }) =>
    `“${filter}” makes the filters too slow. Simplify it, or remove others.`,
  badMentionLimit: `The limit is a whole number from ${FILTER_LIMITS.mentions.min} to ${FILTER_LIMITS.mentions.max}.`,
});

export const FILTER_TEXT = field(
  'A word or phrase, or a pattern in the syntax of RE2.',
  'free nitro',
  [required(FILTER_MESSAGES.filterRequired), atMost(FILTER_LIMITS.text.max, FILTER_MESSAGES.filterTooLong)],
  PROSE,
);

export const filterSchema = object('Filter', 'What messages are compared with.', {
  kind: oneOf(
    FILTER_KINDS,
    '`word`: whole words, in the form of search. `pattern`: an expression that is compared with the text in the form of search.',
    'word',
  ),
  text: text(FILTER_TEXT.description, { maxLength: FILTER_LIMITS.text.max, example: FILTER_TEXT.example }),
  action: oneOf(
    FILTER_ACTIONS,
    'What happens to a message that matches. `warn`: its author confirms it. `hold`: staff decide. `refuse`: it is not sent.',
    'hold',
  ),
});
export type Filter = TypeOf<typeof filterSchema>;

export const filterSetSchema = object('FilterSet', 'The filters of a dimension.', {
  revision: wholeNumber('Changes with each change of the set; 0 if it never changed.', { example: 3 }),
  maxMentions: nullable(
    wholeNumber('How many members a message may mention; null for no limit.', { example: 5 }),
  ),
  filters: list(filterSchema, 'In the order in which staff keep them.'),
});
export type FilterSet = TypeOf<typeof filterSetSchema>;

const readFilter = (filter: unknown): unknown =>
  isRecord(filter) && typeof filter['text'] === 'string'
    ? { ...filter, text: readField(FILTER_TEXT, filter['text']) }
    : filter;

const keyOf = (filter: unknown): unknown =>
  isRecord(filter) ? `${String(filter['kind'])} ${String(filter['text'])}` : filter;

function filterProblem(filter: unknown): Phrase | undefined {
  if (!isRecord(filter) || Object.keys(filter).length !== 3) return FILTER_MESSAGES.badFilters;
  const { kind, text: written, action } = filter;
  if (!FILTER_KINDS.some((known) => known === kind) || !FILTER_ACTIONS.some((known) => known === action)) {
    return FILTER_MESSAGES.badFilters;
  }
  if (typeof written !== 'string') return FILTER_MESSAGES.badFilters;
  const violation = firstViolation(FILTER_TEXT, written);
  if (violation) return violation;
  return isBlank(searchForm(written)) ? FILTER_MESSAGES.emptyFilter({ filter: written }) : undefined;
}

/** The whole set; of two equal filters, the first stays. */
const filtersField = (): RequestField<Filter[], false> => ({
  optional: false,
  json: {
    type: 'array',
    items: filterSchema.json,
    maxItems: FILTER_LIMITS.count,
    description: 'All filters. Of two with the same kind and text, the first stays.',
    examples: [[{ kind: 'word', text: FILTER_TEXT.example, action: 'hold' }]],
  },
  read: (value) => {
    if (!Array.isArray(value)) return value;
    const filters = value.map(readFilter);
    return filters.filter(
      (filter, index) => filters.findIndex((other) => keyOf(other) === keyOf(filter)) === index,
    );
  },
  problem: (value) => {
    if (!Array.isArray(value)) return FILTER_MESSAGES.badFilters;
    if (value.length > FILTER_LIMITS.count)
      return FILTER_MESSAGES.tooManyFilters({ max: FILTER_LIMITS.count });
    return value.map(filterProblem).find((phrase) => phrase !== undefined);
  },
});

/** `PUT /api/servers/{id}/filters`. */
export const filterSetBody = requestBody({
  revision: numberField('The revision that the change is based on.', { ...POSITION, example: 3 }),
  maxMentions: omittableByNull(
    numberField('How many members a message may mention. Null or absent: no limit.', {
      ...FILTER_LIMITS.mentions,
      message: FILTER_MESSAGES.badMentionLimit,
      example: 5,
    }),
  ),
  filters: filtersField(),
});
export type FilterSetBody = BodyOf<typeof filterSetBody>;

const dimension = { id: id('The dimension.') };

export const getFilters = call('GET', '/servers/:id/filters', {
  summary: 'Returns the filters of a dimension',
  description: 'For the owner and moderators.',
  params: dimension,
  answer: filterSetSchema,
  problems: ['not_found', 'forbidden'],
});

export const setFilters = call('PUT', '/servers/:id/filters', {
  summary: 'Replaces the filters of a dimension',
  description:
    'For the owner and moderators. Messages, edits and names of channels are compared with them, within 1 second. Invalid patterns and sets that take too long to compare are refused. `precondition_failed` if the set changed since the revision.',
  params: dimension,
  body: { title: 'FilterSetDto', fields: filterSetBody },
  answer: filterSetSchema,
  problems: ['not_found', 'forbidden', 'precondition_failed'],
});
