import { LINK_DETAILS } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { formatDate, formatDay } from '../../../ui/dates.js';
import { plural } from '../../../ui/plural.js';
import { sentence } from '../../../ui/sentence.js';

export const LINK_DETAILS_TEXTS = {
  title: 'The line between you',
  you: 'you',
  since: (iso: string, now = new Date(serverNow())) => {
    const date = new Date(iso);
    return `since ${(date.getFullYear() === now.getFullYear() ? formatDay : formatDate)(date)}`;
  },
  strength: (parts: number) => `Strength ${parts} of ${LINK_DETAILS.parts}`,
  show: 'Show in constellation',
  none: 'No line yet',
  moreTags: (count: number) => `${count} more`,
  fewerTags: 'Fewer',
  drawsNothing: 'Too many members show it to draw a line.',
  private: 'Your profile is private, so no lines form.',
  oneTagAway: (who: ReactNode, tags: ReactNode) =>
    sentence`One tag away: ${who} shows ${tags}. A post or picture of yours with one of them draws a line.`,
  apart: (name: string) => `${name} shows no tags yet.`,
  bothProfiles: 'On both profiles.',
  yourProfile: 'on your profile',
  theirProfile: (name: string) => `on ${name}’s profile`,
  yourPosts: (count: number) => `in ${plural(count, 'post')} of yours`,
  theirPosts: (name: string, count: number) => `in ${plural(count, 'post')} by ${name}`,
  yourPost: (posts: ReactNode) => sentence`in your post ${posts}`,
  theirPost: (name: string, posts: ReactNode) => sentence`in ${name}’s post ${posts}`,
  yourBoard: (boards: ReactNode) => sentence`on your board ${boards}`,
  theirBoard: (name: string, boards: ReactNode) => sentence`on ${name}’s board ${boards}`,
  yourPictures: (count: number) => `on ${plural(count, 'picture')} of yours`,
  theirPictures: (name: string, count: number) => `on ${plural(count, 'picture')} by ${name}`,
  places: (places: ReactNode) => sentence`${places}.`,
  alsoIn: (places: ReactNode) => sentence`Also ${places}.`,
  bothIn: (dimensions: ReactNode) => sentence`You are both in ${dimensions}.`,
} as const;
