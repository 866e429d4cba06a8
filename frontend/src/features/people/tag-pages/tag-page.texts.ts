import { grouped, TAG_PAGE, type TagPageView } from '@oniverse/contracts';
import { isolated, memberName } from '../../../ui/member-name.js';
import { plural } from '../../../ui/plural.js';

function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns the names of the listed members, by Oni ID. */
export const namesOf = ({ members }: Pick<TagPageView, 'members'>): ReadonlyMap<string, string> =>
  new Map(members.map((member) => [member.username, memberName(member)]));

function membersText(page: TagPageView): string {
  const { memberCount, hasMoreMembers, isCarried, isHub } = page;
  if (memberCount === null) return 'Some of what members show under this tag.';
  const more = `More than ${grouped(memberCount)} members show this tag.`;
  const exact =
    memberCount === 0
      ? 'No member shows this tag yet.'
      : `${plural(memberCount, 'member')} ${memberCount === 1 ? 'shows' : 'show'} this tag.`;
  const count = hasMoreMembers ? more : exact;
  if (isHub) return `${count} That is too many for it to draw lines.`;
  const names = namesOf(page);
  const sharedWith = page.sharedWith.map((username) => isolated(names.get(username) ?? username));
  // A full list means that there may be others.
  const linked = sharedWith.length < TAG_PAGE.members ? sharedWith : [...sharedWith, 'others'];
  if (isCarried && linked.length > 0) return `${count} You share it with ${listOf(linked)}.`;
  if (linked.length > 0) return `${count} You have a line to ${listOf(linked)}.`;
  return isCarried && memberCount > 1 ? `${count} You show it too.` : count;
}

export const TAG_PAGE_TEXTS = {
  title: (tag: string) => `#${tag}`,
  path: 'Path',
  tags: 'Tags',
  loading: 'Finding the members who show it',
  failed: 'This tag could not be loaded.',
  retry: 'Try again',
  membersText,
  write: (tag: string) => `Write with #${tag}`,
  join: 'Take your place',
  show: 'Show in constellation',
  you: 'you',
  members: 'Members',
  allMembers: ({ memberCount, hasMoreMembers }: TagPageView) =>
    memberCount === null || hasMoreMembers ? 'All members' : `All ${plural(memberCount, 'member')}`,
  membersFailed: 'The members could not be loaded.',
  also: 'also',
  pictures: 'Pictures',
  allPictures: 'All pictures',
  picturesFailed: 'The pictures could not be loaded.',
  posts: 'Posts',
  newest: 'newest first',
  noPosts: 'No posts with this tag yet.',
  postsLoading: 'Loading posts',
  postsFailed: 'The posts could not be loaded.',
  dimensions: 'Dimensions',
  dimension: (channels: number, members: number) =>
    `${plural(channels, 'channel')}, ${plural(members, 'member')}`,
  enter: 'Open',
  enterName: (name: string) => `Open ${name}`,
  joinDimension: 'Join',
  joinName: (name: string) => `Join ${name}`,
  together: 'Often together',
  elsewhere: 'Read elsewhere',
  feeds: {
    before: 'Posts with this tag that visitors may read, as a feed: ',
    atom: 'Atom',
    or: ' or ',
    json: 'JSON Feed',
    after: '.',
  },
  more: 'More',
  morePending: 'loading...',
  nobody: {
    title: (tag: string) => `Nobody shows #${tag} yet`,
    text: 'The first to write with it starts a cluster.',
    hidden: 'Nothing here is visible to visitors',
    visitors: 'Members may show it without showing it to visitors.',
  },
} as const;
