import { call } from '../shared/call.js';
import { flagField, requestBody } from '../shared/request-fields.js';
import { flag, object, type TypeOf } from '../shared/schema.js';
import { proofOfWorkPart } from '../site/site-settings.js';

export const proofOfWorkSchema = object(
  'ProofOfWork',
  'Whether this site asks browsers for proofs of work.',
  {
    isOn: proofOfWorkPart,
    isConfigured: flag('Whether its configuration asks for them, whatever the staff say.', false),
  },
);
export type ProofOfWorkView = TypeOf<typeof proofOfWorkSchema>;

/** `PUT /api/staff/proof-of-work`. */
export const proofOfWorkBody = requestBody({
  isOn: flagField('Whether browsers are asked for proofs of work.'),
});

export const getProofOfWork = call('GET', '/staff/proof-of-work', {
  summary: 'Returns whether this site asks browsers for proofs of work',
  description: 'For the administrators of the platform.',
  access: 'admins',
  answer: proofOfWorkSchema,
});

export const setProofOfWork = call('PUT', '/staff/proof-of-work', {
  summary: 'Switches proofs of work on or off, such as during a flood of registrations',
  description:
    'For the administrators of the platform. Registering, joining the waitlist and asking for a reset then need one, on all backends within 5 seconds.',
  access: 'admins',
  body: { title: 'ProofOfWorkDto', fields: proofOfWorkBody },
  answer: proofOfWorkSchema,
});
