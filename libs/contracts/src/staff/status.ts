import { call } from '../shared/call.js';
import { atMost, field, LINE, PROSE, required } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, choiceField, requestBody, textField } from '../shared/request-fields.js';
import { added, id, list, nullable, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';
import { listed } from '../shared/wording.js';
import { maintenanceSchema } from '../site/maintenance.js';

/** The parts of the service as visitors know them. */
export const SERVICE_PARTS = ['web', 'live', 'pictures', 'mail', 'push'] as const;
export type ServicePart = (typeof SERVICE_PARTS)[number];

/** How bad it is, least first. */
export const SERVICE_STATES = ['working', 'slow', 'down'] as const;
export type ServiceState = (typeof SERVICE_STATES)[number];

/** What an incident does to its part. */
export const INCIDENT_STATES = ['slow', 'down'] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/** For how long an incident is shown after it ended, in days. */
export const INCIDENT_DAYS = 60;
/** How many incidents are shown at most, the newest ones. */
export const SHOWN_INCIDENTS = 100;
export const INCIDENT_TITLE = { max: 120 } as const;
export const INCIDENT_NOTE = { max: 1_000 } as const;
export const NOTES_PER_INCIDENT = 50;

export const STATUS_MESSAGES = phrases({
  incidentTitleRequired: 'Please enter a title.',
  incidentTitleTooLong: tooLong('A title'),
  incidentNoteRequired: 'Say what happened.',
  incidentNoteTooLong: tooLong('A note'),
  badServicePart: `The part must be ${listed(SERVICE_PARTS, 'or')}.`,
  badIncidentState: `The state must be ${listed(INCIDENT_STATES, 'or')}.`,
  incidentEnded: 'This incident has ended.',
  tooManyNotes: 'An incident has a bounded number of notes. End it, and begin another one.',
});

const part = oneOf(SERVICE_PARTS, 'The part of the service.', 'pictures');

const noteSchema = object('IncidentNote', 'What staff wrote about an incident.', {
  id: id('The note.'),
  text: text('What happened.', { example: 'Uploads are stored at once. Smaller sizes are late.' }),
  createdAt: timestamp('When.'),
});

export const incidentSchema = object('Incident', 'A disturbance of the service that staff wrote about.', {
  id: id('The incident.'),
  title: text('What is disturbed.', { example: 'Pictures are slow' }),
  part,
  state: oneOf(INCIDENT_STATES, 'What it does to the part.', 'slow'),
  startedAt: timestamp('When it began.'),
  endedAt: nullable(timestamp('When it ended; null while it goes on.')),
  notes: list(noteSchema, 'The notes, newest first.'),
});
export type IncidentView = TypeOf<typeof incidentSchema>;

const partSchema = object('ServicePart', 'A part of the service and how it is.', {
  part,
  state: oneOf(SERVICE_STATES, 'How it is, by what the backends measure and by open incidents.', 'working'),
  since: nullable(timestamp('Since when it is so, if that is known.')),
});
export type ServicePartView = TypeOf<typeof partSchema>;

export const statusSchema = object('Status', 'How the service is.', {
  checkedAt: timestamp('When it was measured.'),
  parts: list(partSchema, 'The parts. Mail and push are left out where the site has none.'),
  incidents: list(
    incidentSchema,
    `Open incidents, and those of the last ${INCIDENT_DAYS} days, newest first; at most ${SHOWN_INCIDENTS}. Empty while the database does not answer.`,
  ),
  maintenance: added(nullable(maintenanceSchema), null),
});
export type StatusView = TypeOf<typeof statusSchema>;

export const getStatus = call('GET', '/status', {
  summary: 'Says how the service is',
  description: 'Measured at most every 10 seconds. It answers as long as a backend runs.',
  access: 'public',
  answer: statusSchema,
});

const NOTE = field(
  'What happened.',
  'Uploads are stored at once. Smaller sizes are late.',
  [
    required(STATUS_MESSAGES.incidentNoteRequired),
    atMost(INCIDENT_NOTE.max, STATUS_MESSAGES.incidentNoteTooLong),
  ],
  PROSE,
);

/** `POST /api/staff/incidents`. */
export const beginIncidentBody = requestBody({
  title: textField(
    field(
      'What is disturbed.',
      'Pictures are slow',
      [
        required(STATUS_MESSAGES.incidentTitleRequired),
        atMost(INCIDENT_TITLE.max, STATUS_MESSAGES.incidentTitleTooLong),
      ],
      LINE,
    ),
  ),
  part: choiceField(SERVICE_PARTS, {
    description: 'The part of the service.',
    message: STATUS_MESSAGES.badServicePart,
  }),
  state: choiceField(INCIDENT_STATES, {
    description: 'What it does to the part.',
    message: STATUS_MESSAGES.badIncidentState,
  }),
  note: textField(NOTE),
});
export type BeginIncidentBody = BodyOf<typeof beginIncidentBody>;

/** `POST /api/staff/incidents/{id}/notes` and `…/end`. */
export const incidentNoteBody = requestBody({ note: textField(NOTE) });
export type IncidentNoteBody = BodyOf<typeof incidentNoteBody>;

const incident = { id: id('The incident.') };

export const beginIncident = call('POST', '/staff/incidents', {
  summary: 'Begins an incident on the page of the status',
  description: 'For the staff of the platform. Everybody can read it.',
  access: 'moderators',
  status: 201,
  body: { title: 'BeginIncidentDto', fields: beginIncidentBody },
  answer: incidentSchema,
});

export const noteIncident = call('POST', '/staff/incidents/:id/notes', {
  summary: 'Adds a note to an open incident',
  description: `For the staff of the platform; at most ${NOTES_PER_INCIDENT} for each incident.`,
  access: 'moderators',
  params: incident,
  body: { title: 'NoteIncidentDto', fields: incidentNoteBody },
  answer: incidentSchema,
  problems: ['not_found', 'quota_reached'],
});

export const endIncident = call('POST', '/staff/incidents/:id/end', {
  summary: 'Ends an incident with a last note',
  description: 'For the staff of the platform.',
  access: 'moderators',
  params: incident,
  body: { title: 'EndIncidentDto', fields: incidentNoteBody },
  answer: incidentSchema,
  problems: ['not_found'],
});

export const deleteIncident = call('DELETE', '/staff/incidents/:id', {
  summary: 'Deletes an incident that was none',
  description: 'For the administrators of the platform. The audit log keeps its title.',
  access: 'admins',
  params: incident,
  answer: okSchema,
  problems: ['not_found'],
});
