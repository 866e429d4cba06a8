import { serverCaseSchema } from './cases.js';
import { call } from '../shared/call.js';
import { pageQuery } from '../shared/page-queries.js';
import { phrases } from '../shared/phrases.js';
import { choiceField, withDefault } from '../shared/request-fields.js';
import { anyOf, id, list, object, oneOf, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import { applicationSchema } from '../talk/applications.js';
import { heldMessageSchema } from '../talk/held-messages.js';

/** What waits for the staff of a dimension. */
export const QUEUE_KINDS = ['report', 'held', 'application'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];

export const QUEUE_FILTERS = ['all', ...QUEUE_KINDS] as const;
export type QueueFilter = (typeof QUEUE_FILTERS)[number];

/** Time that `queue:look` lasts unless it is repeated. */
export const LOOK_MS = 5_000;

export const QUEUE_MESSAGES = phrases({
  badQueueFilter: `The kind must be ${listed(QUEUE_FILTERS, 'or')}.`,
});

const kindPart = <K extends QueueKind>(kind: K) => oneOf([kind], 'What it is.', kind);
const entryId = id('The entry: the same as of what waits.');

export const queueEntrySchema = anyOf(
  object('QueuedReport', 'Reports about a message that wait for the staff of a dimension.', {
    id: entryId,
    kind: kindPart('report'),
    report: serverCaseSchema,
  }),
  object('QueuedHeldMessage', 'A held message in the queue of a dimension.', {
    id: entryId,
    kind: kindPart('held'),
    held: heldMessageSchema,
  }),
  object('QueuedApplication', 'An application in the queue of a dimension.', {
    id: entryId,
    kind: kindPart('application'),
    application: applicationSchema,
  }),
);
export type QueueEntry = TypeOf<typeof queueEntrySchema>;

export const listQueue = call('GET', '/servers/:id/queue', {
  summary: 'Lists what waits for the staff of a dimension, newest first',
  description:
    'For the owner and moderators. Open cases that the caller can handle, held messages and applications, in one order. Each is decided by the calls of its kind.',
  params: { id: id('The dimension.') },
  query: {
    ...pageQuery,
    kind: withDefault(
      choiceField(QUEUE_FILTERS, {
        description: 'Only entries of this kind.',
        message: QUEUE_MESSAGES.badQueueFilter,
      }),
      'all',
    ),
  },
  answer: list(queueEntrySchema),
  problems: ['not_found', 'forbidden'],
});
