import { measureSchema } from '../account/measures.js';
import { STAFF_ROLES } from '../account/staff-roles.js';
import { authorSchema } from '../people/profiles.js';
import { flag, id, nullable, object, oneOf, timestamp, type TypeOf, wholeNumber } from '../shared/schema.js';

export const staffMemberSchema = object('StaffMember', 'A member in the lists of the console.', {
  id: id('The member.'),
  ...authorSchema.entries,
  createdAt: timestamp('When the member registered.'),
  staffRole: nullable(
    oneOf(STAFF_ROLES, "The member's role among the staff of the platform; null for others.", 'moderator'),
  ),
  isSuspended: flag('Whether the member is suspended.', false),
});
export type StaffMemberView = TypeOf<typeof staffMemberSchema>;

const count = (description: string, example: number) => wholeNumber(description, { minimum: 0, example });

/** What staff see beside a case about a member. */
export const memberFactsSchema = object('MemberFacts', 'What staff see of a member beside a case.', {
  ...staffMemberSchema.entries,
  isVerified: flag('Whether the member opened a link sent to their e-mail address.'),
  hasFactor: flag('Whether the member signs in with a second factor.', false),
  isPublic: flag('Whether the profile is public.'),
  pictureBytes: count('How many bytes the pictures of the album take.', 18_874_368),
  fileBytes: count('How many bytes the files of messages, posts and replies take.', 1_048_576),
  sessions: count('How many sessions are open.', 2),
  cases: count('How many cases there were about the member.', 1),
  measures: count('How many measures staff took against the member.', 1),
});
export type MemberFacts = TypeOf<typeof memberFactsSchema>;

export const takenMeasureSchema = object(
  'TakenMeasure',
  'A measure against a member, for the staff of the platform.',
  {
    ...measureSchema.entries,
    /** Null if the account was erased. */
    takenBy: nullable(authorSchema),
  },
);
export type TakenMeasure = TypeOf<typeof takenMeasureSchema>;
