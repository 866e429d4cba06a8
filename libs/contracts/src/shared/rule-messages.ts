import { phrases } from './phrases.js';
import { grouped } from './text.js';

const tooLong =
  (subject: string) =>
  ({ max }: { max: number }) =>
    `${subject} can have up to ${grouped(max)} characters.`;

/** The messages of the rules of texts, except those of the waitlist form. */
export const RULE_MESSAGES = phrases({
  addressTooLong: tooLong('An address'),
  badAttention: 'Choose all, mentions or nothing.',
  badChannelAttention: 'Choose dimension, all, mentions or nothing.',
  badCode: 'Enter the six digits of your authenticator app.',
  badSource: 'The source must be landing.',
  badRecoveryCode: 'A recovery code has eight letters and digits, such as 7KQM-2F9X.',
  bioTooLong: tooLong('A bio'),
  captionTooLong: tooLong('A caption'),
  channelNameTooLong: tooLong('The name of a channel'),
  contentTypeTooLong: tooLong('A content type'),
  cursorTooLong: tooLong('A cursor'),
  descriptionTooLong: tooLong('A description'),
  deviceTokenTooLong: tooLong('A device token'),
  displayNameTooLong: ({ max }: { max: number }) => `Error: Oni name must be at most ${max} characters`,
  draftTooLong: tooLong('A draft'),
  emailRequired: 'Enter your e-mail address.',
  erasurePasswordRequired: 'Enter your password to erase your account.',
  filenameTooLong: tooLong('A file name'),
  loginPasswordRequired: 'Error: password required to access network',
  loginUsernameRequired: 'Error: ONI_ID required to access network',
  messageRequired: 'A message needs some text.',
  messageTooLong: tooLong('A message'),
  nameRequired: 'Please enter a name.',
  nameTooLong: tooLong('A name'),
  newPasswordRequired: 'Enter a new password.',
  nonceRequired: 'A nonce is required.',
  nonceTooLong: tooLong('A nonce'),
  passkeyNameRequired: 'Give the passkey a name.',
  passwordFieldsRequired: 'Please fill in all password fields.',
  pathEndsRequired: 'Please name both ends of the path.',
  pictureAddressRequired: 'A picture address is required.',
  postRequired: 'A post needs some text.',
  postTooLong: tooLong("A post's text"),
  profileTextTooLong: tooLong('A profile text'),
  registerEmailRequired: 'Error: email required to create account',
  registerPasswordRequired: 'Error: password required to create account',
  registerUsernameRequired: 'Error: ONI_ID required to create account',
  replyRequired: 'A reply needs some text.',
  replyTooLong: tooLong('A reply'),
  searchRequired: 'Enter something to search for.',
  searchTooLong: tooLong('A search'),
  titleRequired: 'Please enter a title.',
  titleTooLong: tooLong('A title'),
  usernameRequired: 'Oni ID cannot be empty.',
});
