import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@oniverse/testing';
import { Community } from './community.js';
import { findings } from './invariants.js';
import { seededRandom } from './random.js';
import { Stage } from './stage.js';

/** A backend that is told to end is gone after this time, in milliseconds. */
const END_MS = 10_000;
const ANSWER_MS = 3_000;
/** Long enough to say what is wrong instead of running out of time, in milliseconds. */
const PATIENCE_MS = 120_000;

describe('a rolling restart', () => {
  let stage: Stage;
  let community: Community;

  beforeAll(async () => {
    stage = await Stage.start('rolling-restart');
    community = await Community.gather(stage, seededRandom(2), ANSWER_MS);
  });

  afterAll(async () => {
    await community.leave();
    await stage.stop();
  });

  /** Waits until messages were acknowledged that were sent after this was called. */
  const moreMessages = async (): Promise<void> => {
    const before = community.acknowledged;
    await until('more messages', () => community.acknowledged > before + 50);
  };

  it(
    'LIV-009 LIV-011 GAP-134 of three backends under traffic loses nothing, and each ends cleanly within 10 s',
    async () => {
      community.begin();
      await moreMessages();
      for (const { backend } of stage.posts) {
        const toldAt = Date.now();
        expect(await backend.stop()).toBe(0);
        expect(Date.now() - toldAt).toBeLessThan(END_MS);
        await moreMessages();
        await backend.restart();
        await moreMessages();
      }
      await community.finish();
      expect(await findings(stage, community)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it('LIV-011 a backend ends cleanly beside a connection on which nothing was said yet, as browsers keep in store', async () => {
    const [post] = stage.posts;
    if (!post) throw new Error('No backend is there');
    const silent = connect({ port: Number(new URL(post.backend.url).port), host: '127.0.0.1' });
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    expect(await post.backend.stop()).toBe(0);
    await closed;
    await post.backend.restart();
  });
});
