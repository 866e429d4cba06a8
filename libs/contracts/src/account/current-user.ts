import { STAFF_ROLES } from './staff-roles.js';
import { FIRST_MESSAGES_FROM } from '../talk/first-messages.js';
import { mapProfileTexts } from '../people/profile-texts.js';
import { PROFILE_THEME_MODES } from '../people/theme-modes.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import {
  added,
  flag,
  id,
  list,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  type TypeOf,
} from '../shared/schema.js';

/** The fields of a member's page. */
export const profileParts = {
  id: id('The member.'),
  username: text('The Oni ID.', { example: 'vesper' }),
  ...mapProfileTexts(({ summary, example, isAdded }) => {
    const answer = nullable(text(`${summary}.`, { example }));
    return isAdded ? added(answer, null) : answer;
  }),
  profileMarkdown: text("The markdown of the member's page.", { example: '# My shrine\n\n#stargazing' }),
  userBadges: list(text('A badge.', { example: 'early-node' })),
  profileTheme: text('The theme of the page.', { example: 'main-cyberpunk' }),
  profileThemeMode: oneOf(
    PROFILE_THEME_MODES,
    'Light or dark; the main theme follows the site instead.',
    'dark',
  ),
  profileImageUrl: nullable(text('The address of the avatar.', { example: '/objects/Zk3v…' })),
  profileLinks: list(
    text('The address of another page of the member.', { example: 'https://vesper.example' }),
  ),
};

export const currentUserSchema = object(
  'CurrentUser',
  'A member with private fields, for that member only.',
  {
    ...profileParts,
    email: nullable(
      text(
        'Stored in lower case and compared case-insensitively. Null after its true owner took it from this account, which had not verified it.',
        { example: 'vesper@example.org' },
      ),
    ),
    emailVerifiedAt: nullable(timestamp('When the address was verified; null if it was not.')),
    isPublic: flag('Whether others can find the member.'),
    isVisibleToVisitors: flag(
      "Whether visitors without a session see the member's public posts and pictures.",
      false,
    ),
    hasFeed: flag("Whether visitors can subscribe to the member's posts. Requires `isVisibleToVisitors`."),
    showsLinkPreviews: added(flag('Whether the member sees previews of links in messages.'), true),
    showsSeenMarks: added(
      flag(
        'Whether the member shows how far they have read a conversation to members who show it too.',
        false,
      ),
      false,
    ),
    firstMessagesFrom: added(
      oneOf(FIRST_MESSAGES_FROM, 'Whose first messages reach the member.', 'all'),
      'all',
    ),
    staffRole: added(
      nullable(oneOf(STAFF_ROLES, "The member's role among the staff of the platform.", 'moderator')),
      null,
    ),
    createdAt: timestamp('When the member registered.'),
    updatedAt: timestamp('When the profile last changed.'),
  },
);
export type CurrentUser = TypeOf<typeof currentUserSchema>;

// Apart from the other calls of accounts and sessions, because the first scripts of every page have these.
export const getCurrentUser = call('GET', '/auth/me', {
  summary: 'Returns the signed-in member',
  answer: currentUserSchema,
});

export const logOut = call('POST', '/auth/logout', {
  summary: 'Logs out',
  description: 'Ends this session and closes its sockets.',
  forSuspended: true,
  answer: okSchema,
  duringMaintenance: true,
});
