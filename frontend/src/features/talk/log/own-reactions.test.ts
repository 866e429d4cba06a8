import { describe, expect, it } from '@jest/globals';
import type { ReactionView } from '@oniverse/contracts';
import { message } from '../../../testing/live-server.js';
import { learnOwnReactions, type OwnBySeq } from './own-reactions.js';

const reaction = (emoji: string, isMine?: boolean): ReactionView => ({
  emoji,
  count: 1,
  first: [],
  ...(isMine !== undefined && { isMine }),
});
const learn = (own: OwnBySeq, rev: number, ...reactions: ReactionView[]) =>
  learnOwnReactions(own, [message({ seq: 1, rev, reactions })]);

describe('learnOwnReactions', () => {
  const known: OwnBySeq = { 1: { rev: 5, emojis: ['🪐', '🔭'] } };

  it('takes over what an answer to the reader says, unless it is older', () => {
    expect(learn({}, 4, reaction('🪐', true), reaction('🔭', false))).toEqual({
      1: { rev: 4, emojis: ['🪐'] },
    });
    expect(learn(known, 6, reaction('🪐', false))).toEqual({ 1: { rev: 6, emojis: [] } });
    expect(learn(known, 4, reaction('🪐', false))).toBe(known);
  });

  it('keeps what is known over a live event, except reactions that are gone', () => {
    expect(learn(known, 6, reaction('🪐'), reaction('🔭'), reaction('🧦'))).toBe(known);
    expect(learn(known, 6, reaction('🔭'))).toEqual({ 1: { rev: 5, emojis: ['🔭'] } });
    expect(learn(known, 4, reaction('🔭'))).toBe(known);
  });
});
