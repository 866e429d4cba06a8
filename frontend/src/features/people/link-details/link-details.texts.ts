import { serverNow } from '../../../api/server-clock.js';
import { formatDate, formatDay } from '../../../ui/dates.js';
import { LINE } from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';

export const LINK_DETAILS_TEXTS = {
  title: 'The line between you',
  you: 'you',
  since: (iso: string, now = new Date(serverNow())) => {
    const date = new Date(iso);
    return `since ${(date.getFullYear() === now.getFullYear() ? formatDay : formatDate)(date)}`;
  },
  strength: (parts: number) => `Strength ${parts} of ${LINE.parts}`,
  show: 'Show in constellation',
  none: 'No line yet',
  moreTags: (count: number) => `${count} more`,
  fewerTags: 'Fewer',
  drawsNothing: 'Too many members show it to draw a line.',
  private: 'Your profile is private, so no lines form.',
  oneTagAway: (name: string) => `One tag away: ${name} shows`,
  write: 'A post or picture of yours with one of them draws a line.',
  apart: (name: string) => `${name} shows no tags yet.`,
  bothProfiles: 'On both profiles.',
  yourProfile: 'on your profile',
  theirProfile: (name: string) => `on ${name}’s profile`,
  yourPosts: (count: number) => `in ${plural(count, 'post')} of yours`,
  theirPosts: (name: string, count: number) => `in ${plural(count, 'post')} by ${name}`,
  yourPost: 'in your post',
  theirPost: (name: string) => `in ${name}’s post`,
  yourBoard: 'on your board',
  theirBoard: (name: string) => `on ${name}’s board`,
  yourPictures: (count: number) => `on ${plural(count, 'picture')} of yours`,
  theirPictures: (name: string, count: number) => `on ${plural(count, 'picture')} by ${name}`,
  also: 'Also ',
  and: 'and',
  bothIn: 'You are both in',
} as const;
