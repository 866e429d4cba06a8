import {
  ACCOUNT_ACTIVITY_DAYS,
  MESSAGE_VERSIONS,
  NOTIFICATION_DAYS,
  PRODUCT_NAME,
} from '@oniverse/contracts';

/** A post or an archived profile. */
export interface ExportedText {
  title: string;
  markdownContent: string;
  tags: readonly string[];
  createdAt: Date;
}

export function markdownOf({ title, markdownContent, tags, createdAt }: ExportedText): string {
  const about = [createdAt.toISOString(), ...tags.map((tag) => `#${tag}`)].join(' ');
  return `# ${title.replaceAll(/\s+/g, ' ')}\n\n${about}\n\n---\n\n${markdownContent}\n`;
}

export const README = `# Your ${PRODUCT_NAME}

Everything you have here, as of the moment you requested this archive. All times are in UTC.

- account.json, profile.json, profile.md: your account and your profile
- posts.json, archived-posts.json: your posts. posts/ has each of them as a separate file.
- replies.json, ripples.json: your replies to posts, and the posts you sent a ripple to
- profile-archives.json, capsules.json: your archived profiles and capsules. archives/ has each archived profile as a
  separate file.
- boards.json, images.json: your boards and pictures. pictures/ has each picture as you uploaded it, and \`file\` in
  images.json gives its name. If a picture could not be found, a file ending in .missing.txt takes its place.
- files.json: the files of your messages, posts and replies. files/ has each of them as you uploaded it, and \`file\` in files.json gives its name.
- bookmarks.json: what you keep
- tags.json: your tags and how often you use each of them
- memberships.json, read-marks.json: the dimensions you are in and how far you have read their channels
- attention.json: what you want to hear of in dimensions and channels, where it differs from the default
- drafts.json: messages you began and have not sent, by channel
- scheduled-messages.json: messages you scheduled that are not sent, by channel, with why one could not be sent
- held-messages.json: messages that wait for the staff of a dimension, or were declined, with what they say about it
- applications.json: what you answered to join dimensions that ask questions, while it waits or was declined, with what their staff say about it
- removals.json: the dimensions that you were removed or banned from
- groups.json: the groups of dimensions to which you belong
- time-outs.json: the dimensions where you are timed out, until when and why
- invites.json: the invites you created, without their codes. Old invites may already be deleted.
- messages/: your messages, with a folder for each dimension and a file for each channel. threads/ has a file for each thread.
- earlier-texts.json: what your messages said before you edited them, in the last ${MESSAGE_VERSIONS.days} days
- conversations.json: your direct conversations. conversations/ has each of them with everybody's messages; of those you left, messages/
  has your own.
- games.json: the games you played, with their events
- started-threads.json, followed-threads.json: the threads you started with a first reply, and those you follow
- reactions.json: your reactions to messages, by channel and position in it
- connections.json: the members you share tags with
- blocks.json, mutes.json: the members you blocked or muted
- reports.json: what you reported, and how it ended
- removed-texts.json: your messages and replies that were removed with a wave of spam, in the last 7 days
- measures.json: what the staff of the site did against you, why, and your appeals
- notifications.json, notification-settings.json, push-subscriptions.json: your night log of the last ${NOTIFICATION_DAYS} days, how you hear
  of it, and the browsers that receive pushes
- sessions.json, passkeys.json, account-activity.json: the devices where you are logged in, your passkeys, and what
  happened to the security of your account in the last ${ACCOUNT_ACTIVITY_DAYS} days
- waitlist.json: your waitlist entry, if you have one
`;
