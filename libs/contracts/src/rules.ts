import { email, password, username, USERNAME_TOO_LONG, WAITLIST_RULES } from './account-rules.js';
import { VISIBLE } from './blank.js';
import {
  UNTRIMMED,
  atMost,
  field,
  type FieldRules,
  matches,
  OPTIONAL,
  PROSE,
  required,
  type Rule,
} from './field-rules.js';
import { LIMITS } from './limits.js';
import { MESSAGES } from './problems.js';
import { grouped } from './text.js';

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

const maximum = (field: string, max: number): Rule =>
  atMost(max, `${field} can have up to ${grouped(max)} characters.`);
const displayName = atMost(
  LIMITS.displayName.max,
  `Error: Oni name must be at most ${LIMITS.displayName.max} characters`,
);
const title = [required('Please enter a title.'), maximum('A title', LIMITS.title.max)];
const name = [required('Please enter a name.'), maximum('A name', LIMITS.name.max)];
const description = field(
  'The description.',
  'Nebulae and night skies.',
  [maximum('A description', LIMITS.description.max)],
  { ...OPTIONAL, ...PROSE },
);
const profileMarkdown = maximum('A profile text', LIMITS.profileMarkdown.max);
export const EMPTY_POST = 'A post needs some text.';
const postText = maximum("A post's text", LIMITS.postText.max);
const address = [required('A picture address is required.'), maximum('An address', LIMITS.address.max)];
const PASSWORD_FIELDS = 'Please fill in all password fields.';

/** The rules of every request body, by form and field. The client's forms and the server's DTOs both use them. */
export const RULES = {
  login: {
    username: field('The Oni ID, case-insensitive.', 'vesper', [
      required('Error: ONI_ID required to access network'),
      // An e-mail address passes the rule and gets the same error as an unknown Oni ID.
      atMost(LIMITS.email.max, USERNAME_TOO_LONG),
    ]),
    password: field(
      'The password.',
      'Night@1ngale',
      [required('Error: password required to access network'), password.max],
      UNTRIMMED,
    ),
    deviceToken: field(
      'The device token from an earlier login or registration with this Oni ID. An invalid token is ignored.',
      'pVwJ0mQZ3bXfS4l1mJx3z3H2s9r0V5cT7uYwKqNiA8EpVwJ0mQZ3bXfS4l1mJx3z',
      [maximum('A device token', LIMITS.deviceToken.max)],
      OPTIONAL,
    ),
  },
  register: {
    username: field('The Oni ID, also used in the address of the profile.', 'vesper', [
      required('Error: ONI_ID required to create account'),
      username.min,
      username.max,
      username.pattern,
    ]),
    email: field('Stored in lower case; unique.', 'vesper@example.org', [
      email.required,
      email.max,
      email.valid,
    ]),
    password: field(
      'The password.',
      'Night@1ngale',
      [required('Error: password required to create account'), password.min, password.max, password.classes],
      UNTRIMMED,
    ),
    displayName: field('The Oni name, shown to others.', 'Vesper Lund', [displayName], {
      ...OPTIONAL,
      ...PROSE,
    }),
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
      [required('Enter your password to erase your account.'), password.max],
      UNTRIMMED,
    ),
  },
  password: {
    currentPassword: field(
      'The current password.',
      'Night@1ngale',
      [required(PASSWORD_FIELDS), password.max],
      UNTRIMMED,
    ),
    newPassword: field(
      'The new password.',
      'Moth&Lantern7',
      [required(PASSWORD_FIELDS), password.min, password.max, password.classes],
      UNTRIMMED,
    ),
  },
  waitlist: WAITLIST_RULES,
  profile: {
    username: field('The Oni ID, also used in the address of the profile.', 'vesper', [
      required('Oni ID cannot be empty.'),
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
    displayName: field('The Oni name; an empty text clears it.', 'Vesper Lund', [displayName], {
      ...OPTIONAL,
      ...PROSE,
    }),
    bio: field(
      'A short text about the member; an empty text clears it.',
      'Night shifts and nebulae.',
      [maximum('A bio', LIMITS.bio.max)],
      { ...OPTIONAL, ...PROSE },
    ),
    profileMarkdown: field(
      "The markdown of the member's page.",
      '# My shrine\n\n#stargazing',
      [profileMarkdown],
      { ...UNTRIMMED, ...PROSE },
    ),
  },
  post: {
    title: field('The title.', 'First light', title, PROSE),
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
      [matches(VISIBLE, EMPTY_POST), postText],
      { ...UNTRIMMED, ...PROSE },
    ),
  },
  reply: {
    content: field(
      'The text.',
      'I counted nearly two seconds.',
      [required('A reply needs some text.'), maximum('A reply', LIMITS.reply.max)],
      PROSE,
    ),
  },
  capsule: {
    name: field('The name.', 'Winter skies', name, PROSE),
    description,
  },
  profileArchive: {
    title: field('The title.', 'My shrine in autumn', title, PROSE),
    markdownContent: field(
      'The text; defaults to the current text of the profile.',
      '# My shrine\n\n#stargazing',
      [profileMarkdown],
      { optional: true, trim: false, prose: true },
    ),
  },
  board: {
    name: field('The name.', 'Observatory', name, PROSE),
    description,
  },
  server: {
    name: field('The name.', 'Stargazers', name, PROSE),
    description,
  },
  image: {
    title: field('The title.', 'Saturn', [maximum('A title', LIMITS.title.max)], { ...OPTIONAL, ...PROSE }),
    description: field(
      'The caption.',
      'Taken on the roof, eleven at night.',
      [maximum('A caption', LIMITS.imageDescription.max)],
      { ...OPTIONAL, ...PROSE },
    ),
    imageUrl: field('The address of an upload by the caller.', '/objects/Zk3v…', address),
  },
  upload: {
    contentType: field(
      'The declared content type. The server checks the actual bytes.',
      'image/png',
      [maximum('A content type', LIMITS.mediaType.max)],
      OPTIONAL,
    ),
    filename: field(
      'The file name; not stored.',
      'saturn.png',
      [maximum('A file name', LIMITS.filename.max)],
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
      [maximum('A search', LIMITS.search.max)],
      OPTIONAL,
    ),
  },
  finder: {
    q: field('What to find, case-insensitively. The last word may be the start of one.', 'ferry tid', [
      required('Enter something to search for.'),
      maximum('A search', LIMITS.search.max),
    ]),
    cursor: field(
      'The `nextCursor` of the previous page. Requires a single kind.',
      '0.isolde',
      [maximum('A cursor', LIMITS.searchCursor.max)],
      OPTIONAL,
    ),
  },
  memberSearch: {
    q: field(
      'Finds members whose Oni ID or name contains this, case-insensitively.',
      'vesper',
      [maximum('A search', LIMITS.search.max)],
      OPTIONAL,
    ),
  },
  path: {
    end: field('The Oni ID of the member at one end; case is ignored.', 'vesper', [
      required('Please name both ends of the path.'),
      atMost(LIMITS.email.max, USERNAME_TOO_LONG),
    ]),
  },
  channel: {
    name: field(
      'The name.',
      'general',
      [required('Please enter a name.'), maximum('The name of a channel', LIMITS.channelName.max)],
      PROSE,
    ),
    description,
  },
  message: {
    content: field(
      'The text.',
      'Is anyone still up?',
      [required('A message needs some text.'), maximum('A message', LIMITS.message.max)],
      PROSE,
    ),
    nonce: field(
      'Chosen by the sender. Repeating a nonce does not store a second message.',
      '5f0c2b7e',
      [required('A nonce is required.'), maximum('A nonce', LIMITS.nonce.max)],
      UNTRIMMED,
    ),
  },
} as const satisfies Record<string, Record<string, FieldRules>>;
