import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { type BodyOf, omittable, requestBody, textField, timeField } from '../shared/request-fields.js';
import { nullable, object, type TypeOf } from '../shared/schema.js';
import { MAINTENANCE_TEXT, maintenanceSchema } from '../site/maintenance.js';

export const maintenanceStateSchema = object(
  'MaintenanceState',
  'The maintenance that runs, or the next one.',
  { maintenance: nullable(maintenanceSchema) },
);
export type MaintenanceState = TypeOf<typeof maintenanceStateSchema>;

/** `PUT /api/staff/maintenance`. */
export const maintenanceBody = requestBody({
  startsAt: omittable(timeField('When it starts. Absent: now, or as before if it runs.')),
  endsAt: omittable(timeField('When it ends. Absent: when somebody ends it.')),
  text: textField(MAINTENANCE_TEXT),
});
export type MaintenanceBody = BodyOf<typeof maintenanceBody>;

export const getMaintenance = call('GET', '/staff/maintenance', {
  summary: 'Returns the maintenance that runs, or the next one',
  description: 'For the administrators of the platform.',
  access: 'admins',
  answer: maintenanceStateSchema,
});

export const setMaintenance = call('PUT', '/staff/maintenance', {
  summary: 'Makes the site read only, plans that, or changes what is planned',
  description:
    'For the administrators of the platform. All backends follow within 5 seconds. There is one maintenance at a time: a planned one is replaced, and of one that runs the end and the text.',
  access: 'admins',
  body: { title: 'MaintenanceDto', fields: maintenanceBody },
  answer: maintenanceStateSchema,
});

export const endMaintenance = call('DELETE', '/staff/maintenance', {
  summary: 'Ends the maintenance that runs, or cancels the planned one',
  description: 'For the administrators of the platform. Repeating it changes nothing.',
  access: 'admins',
  answer: okSchema,
});
