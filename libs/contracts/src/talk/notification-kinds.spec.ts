import { describe, expect, it } from '@jest/globals';
import type { AttachmentKind } from '../shared/attachments.js';
import { NOTIFICATION_FILTERS, NOTIFICATION_RULES } from './notification-kinds.js';

describe('NOTIFICATION_RULES', () => {
  it.each<[AttachmentKind[], string]>([
    [[], 'Vesper wrote'],
    [['picture'], 'Vesper sent a picture'],
    [['picture', 'picture'], 'Vesper sent 2 pictures'],
    [['sound'], 'Vesper sent an audio file'],
    [['sound', 'sound'], 'Vesper sent 2 audio files'],
    [['video'], 'Vesper sent a video'],
    [['video', 'video'], 'Vesper sent 2 videos'],
    [['file'], 'Vesper sent a file'],
    [['picture', 'video', 'video'], 'Vesper sent 3 files'],
  ])('TLK-307 says of a message with the files %j and no text: %s', (kinds, title) => {
    expect(NOTIFICATION_RULES.message.title('Vesper', kinds)).toBe(title);
  });
});

it('TLK-400 each filter of the night log has some kinds, besides the rows that are put away', () => {
  expect(NOTIFICATION_FILTERS).toEqual([
    'mentions',
    'replies',
    'ripples',
    'lines',
    'dimensions',
    'conversations',
    'scheduled',
    'games',
    'reports',
    'reminders',
    'done',
  ]);
});
