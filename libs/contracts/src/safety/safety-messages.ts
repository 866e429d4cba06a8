import { phrases } from '../shared/phrases.js';
import { grouped } from '../shared/text.js';

/** Messages of blocks, reports and moderation, apart from `MESSAGES`, which every visitor loads. */
export const SAFETY_MESSAGES = phrases({
  ownBlock: 'You cannot block yourself.',
  ownMute: 'You cannot mute yourself.',
  ownReport: 'You cannot report yourself or something of your own.',
  caseClosed: 'Someone else closed this case already.',
  bannedByStaff: 'You were banned from this dimension. Only its owner or a moderator can lift the ban.',
  badReportKind: 'The kind must be message, post, reply, picture, profile, dimension or member.',
  badReportReason: 'Choose what is wrong.',
  badCaseState: 'The state must be open or closed.',
  badCaseOutcome: 'Choose how the case ends.',
  reportNoteTooLong: ({ max }: { max: number }) => `A note can have up to ${grouped(max)} characters.`,
  caseReasonTooLong: ({ max }: { max: number }) => `A reason can have up to ${grouped(max)} characters.`,
});
