import { PRODUCT_NAME } from '@oniverse/contracts';

/** Tells whoever opens an export what is in it. */
export const README = `# Your ${PRODUCT_NAME}

All that you have here, as it was when this file was made. Times are in UTC.

- account.json, profile.json, profile.md: who you are, and your page
- posts.json, archived-posts.json, and posts/ with a file for each
- profile-archives.json, capsules.json, and archives/ with a file for each snapshot of your page
- boards.json, images.json, and pictures/ with each picture as you uploaded it; \`file\` in images.json says which.
  A picture that could not be found has a file ending in .missing.txt in its place.
- tags.json: your tags, and of how many of your things each is
- memberships.json, read-marks.json: the dimensions that you are in, and how far you have read their channels
- invites.json: the invites that you made and that are still kept, without their codes
- messages/: what you wrote, a folder for each dimension and a file for each channel
- connections.json: the members whom you share tags with
- sessions.json: where you are logged in
- waitlist.json: your claim on the waitlist, where you made one
`;
