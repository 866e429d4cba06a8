import { ACCOUNT_MESSAGES } from '../account/account-messages.js';
import { ADDRESS, email, password, username, WAITLIST_RULES } from '../account/account-rules.js';
import { PROFILE_TEXT_RULES } from '../people/profile-texts.js';
import { VISIBLE } from './blank.js';
import {
  UNTRIMMED,
  atMost,
  field,
  type FieldRules,
  LINE,
  matches,
  OPTIONAL,
  PROSE,
  required,
} from './field-rules.js';
import { LIMITS } from './limits.js';
import { MESSAGES } from './problems.js';
import { RULE_MESSAGES } from './rule-messages.js';

export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'support',
  'moderator',
  'oni',
  'oniverse',
  'user',
  'null',
  'me',
  'api',
]);

const usernameTooLong = () => ACCOUNT_MESSAGES.usernameTooLong({ max: LIMITS.username.max });
const title = [required(RULE_MESSAGES.titleRequired), atMost(LIMITS.title.max, RULE_MESSAGES.titleTooLong)];
const name = [required(RULE_MESSAGES.nameRequired), atMost(LIMITS.name.max, RULE_MESSAGES.nameTooLong)];
const description = field(
  'The description.',
  'Nebulae and night skies.',
  [atMost(LIMITS.description.max, RULE_MESSAGES.descriptionTooLong)],
  { ...OPTIONAL, ...PROSE },
);
const profileMarkdown = atMost(LIMITS.profileMarkdown.max, RULE_MESSAGES.profileTextTooLong);
const postText = atMost(LIMITS.postText.max, RULE_MESSAGES.postTooLong);
const address = [
  required(RULE_MESSAGES.pictureAddressRequired),
  atMost(LIMITS.address.max, RULE_MESSAGES.addressTooLong),
];

/** The rules of every request body, by form and field. The client's forms and the server's DTOs both use them. */
export const RULES = {
  login: {
    username: field('The Oni ID, case-insensitive.', 'vesper', [
      required(RULE_MESSAGES.loginUsernameRequired),
      // An e-mail address passes the rule and gets the same error as an unknown Oni ID.
      atMost(LIMITS.email.max, usernameTooLong),
    ]),
    password: field(
      'The password.',
      'Night@1ngale',
      [required(RULE_MESSAGES.loginPasswordRequired), password.max],
      UNTRIMMED,
    ),
    deviceToken: field(
      'The device token from an earlier login or registration with this Oni ID. An invalid token is ignored.',
      'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8EpVwJ0mQZ3bXfS4l1mJx3z',
      [atMost(LIMITS.deviceToken.max, RULE_MESSAGES.deviceTokenTooLong)],
      OPTIONAL,
    ),
  },
  register: {
    username: field('The Oni ID, also used in the address of the profile.', 'vesper', [
      required(RULE_MESSAGES.registerUsernameRequired),
      username.min,
      username.max,
      username.pattern,
    ]),
    email: field(
      'Stored in lower case; unique.',
      'vesper@example.org',
      [required(RULE_MESSAGES.registerEmailRequired), email.max, email.valid],
      ADDRESS,
    ),
    password: field(
      'The password.',
      'Night@1ngale',
      [required(RULE_MESSAGES.registerPasswordRequired), password.min, password.max, password.classes],
      UNTRIMMED,
    ),
    displayName: field(
      'The Oni name, shown to others.',
      'Vesper Lund',
      PROFILE_TEXT_RULES.displayName.rules,
      {
        ...OPTIONAL,
        ...LINE,
      },
    ),
    claimToken: field(
      'The token of a `claim-email` link to this address. It takes the address from an account that never verified it.',
      'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8E',
      [matches(/^[A-Za-z0-9_-]{43}$/, MESSAGES.linkExpired)],
      OPTIONAL,
    ),
  },
  erasure: {
    password: field(
      'The password.',
      'Night@1ngale',
      [required(RULE_MESSAGES.erasurePasswordRequired), password.max],
      UNTRIMMED,
    ),
  },
  password: {
    currentPassword: field(
      'The current password.',
      'Night@1ngale',
      [required(RULE_MESSAGES.passwordFieldsRequired), password.max],
      UNTRIMMED,
    ),
    newPassword: field(
      'The new password.',
      'Moth&Lantern7',
      [required(RULE_MESSAGES.passwordFieldsRequired), password.min, password.max, password.classes],
      UNTRIMMED,
    ),
  },
  waitlist: WAITLIST_RULES,
  profile: {
    username: field('The Oni ID, also used in the address of the profile.', 'vesper', [
      required(RULE_MESSAGES.usernameRequired),
      username.min,
      username.max,
      username.pattern,
    ]),
    accessKey: field(
      'The access key of the waitlist claim on the Oni ID, if any.',
      'Night@1ngale',
      [password.max],
      { optional: true, trim: false },
    ),
    ...PROFILE_TEXT_RULES,
    profileMarkdown: field(
      "The markdown of the member's page.",
      '# My shrine\n\n#stargazing',
      [profileMarkdown],
      { ...UNTRIMMED, ...PROSE },
    ),
  },
  post: {
    title: field('The title.', 'First light', title, LINE),
    content: field(
      'The text as plain text; derived from the markdown if absent.',
      'Saw the rings tonight.',
      [postText],
      { optional: true, trim: false, prose: true },
    ),
    markdownContent: field(
      'The text as markdown; its hashtags are added to the tags.',
      'Saw **the rings** tonight. #saturn',
      [postText],
      { optional: true, trim: false, prose: true },
    ),
  },
  postEdit: {
    markdownContent: field(
      'The text as markdown, not empty. The plain text and hashtags are updated with it.',
      'Saw **the rings** tonight. #saturn',
      [matches(VISIBLE, RULE_MESSAGES.postRequired), postText],
      { ...UNTRIMMED, ...PROSE },
    ),
  },
  reply: {
    content: field(
      'The text.',
      'I counted nearly two seconds.',
      [required(RULE_MESSAGES.replyRequired), atMost(LIMITS.reply.max, RULE_MESSAGES.replyTooLong)],
      PROSE,
    ),
  },
  capsule: {
    name: field('The name.', 'Winter skies', name, LINE),
    description,
  },
  profileArchive: {
    title: field('The title.', 'My shrine in autumn', title, LINE),
    markdownContent: field(
      'The text; defaults to the current text of the profile.',
      '# My shrine\n\n#stargazing',
      [profileMarkdown],
      { optional: true, trim: false, prose: true },
    ),
  },
  board: {
    name: field('The name.', 'Observatory', name, LINE),
    description,
  },
  server: {
    name: field('The name.', 'Stargazers', name, LINE),
    description,
  },
  image: {
    title: field('The title.', 'Saturn', [atMost(LIMITS.title.max, RULE_MESSAGES.titleTooLong)], {
      ...OPTIONAL,
      ...LINE,
    }),
    description: field(
      'The caption.',
      'Taken on the roof, eleven at night.',
      [atMost(LIMITS.imageDescription.max, RULE_MESSAGES.captionTooLong)],
      { ...OPTIONAL, ...PROSE },
    ),
    imageUrl: field('The address of an upload by the caller.', '/objects/Zk3v…', address),
  },
  upload: {
    contentType: field(
      'The declared content type. The server checks the actual bytes.',
      'image/png',
      [atMost(LIMITS.mediaType.max, RULE_MESSAGES.contentTypeTooLong)],
      OPTIONAL,
    ),
    filename: field(
      'The file name; not stored.',
      'saturn.png',
      [atMost(LIMITS.filename.max, RULE_MESSAGES.filenameTooLong)],
      OPTIONAL,
    ),
  },
  profileImage: {
    profileImageURL: field('The address of an upload by the caller.', '/objects/Zk3v…', address),
  },
  search: {
    q: field(
      'Finds items whose text contains this, case-insensitively.',
      'saturn',
      [atMost(LIMITS.search.max, RULE_MESSAGES.searchTooLong)],
      OPTIONAL,
    ),
  },
  finder: {
    q: field('What to find, case-insensitively. The last word may be the start of one.', 'ferry tid', [
      required(RULE_MESSAGES.searchRequired),
      atMost(LIMITS.search.max, RULE_MESSAGES.searchTooLong),
    ]),
    cursor: field(
      'The `nextCursor` of the previous page. Requires a single kind.',
      '0.isolde',
      [atMost(LIMITS.searchCursor.max, RULE_MESSAGES.cursorTooLong)],
      OPTIONAL,
    ),
  },
  memberSearch: {
    q: field(
      'Finds members whose Oni ID or name contains this, case-insensitively.',
      'vesper',
      [atMost(LIMITS.search.max, RULE_MESSAGES.searchTooLong)],
      OPTIONAL,
    ),
  },
  path: {
    end: field('The Oni ID of the member at one end; case is ignored.', 'vesper', [
      required(RULE_MESSAGES.pathEndsRequired),
      atMost(LIMITS.email.max, usernameTooLong),
    ]),
  },
  channel: {
    name: field(
      'The name.',
      'general',
      [
        required(RULE_MESSAGES.nameRequired),
        atMost(LIMITS.channelName.max, RULE_MESSAGES.channelNameTooLong),
      ],
      LINE,
    ),
    description,
  },
  message: {
    content: field(
      'The text.',
      'Is anyone still up?',
      [required(RULE_MESSAGES.messageRequired), atMost(LIMITS.message.max, RULE_MESSAGES.messageTooLong)],
      PROSE,
    ),
    nonce: field(
      'Chosen by the sender. Repeating a nonce does not store a second message.',
      '5f0c2b7e',
      [required(RULE_MESSAGES.nonceRequired), atMost(LIMITS.nonce.max, RULE_MESSAGES.nonceTooLong)],
      UNTRIMMED,
    ),
  },
} as const satisfies Record<string, Record<string, FieldRules>>;
