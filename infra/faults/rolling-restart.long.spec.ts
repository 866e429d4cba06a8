import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seededRandom, waitUntil } from '@oniverse/testing';
import { Community } from './community.js';
import { checkInvariants } from './invariants.js';
import { FaultCluster } from './fault-cluster.js';

const SHUTDOWN_MS = 10_000;
const ANSWER_MS = 3_000;
/** Long enough for the checks to report what is wrong. */
const TIMEOUT_MS = 120_000;

describe('a rolling restart', () => {
  let cluster: FaultCluster;
  let community: Community;

  beforeAll(async () => {
    cluster = await FaultCluster.start('rolling-restart');
    community = await Community.create(cluster, seededRandom(2), { answerMs: ANSWER_MS });
  });

  afterAll(async () => {
    await community.abort();
    await cluster.stop();
  });

  /** Waits for 50 more acknowledged messages, some of which were sent after the call. */
  const moreMessages = async (): Promise<void> => {
    const before = community.acknowledgedCount;
    await waitUntil('more messages', () => community.acknowledgedCount > before + 50);
  };

  it(
    'LIV-009 LIV-011 GAP-134 loses nothing under traffic, and each backend ends cleanly within 10 s',
    async () => {
      community.start();
      await moreMessages();
      for (const { backend } of cluster.backends) {
        const stoppedAt = Date.now();
        expect(await backend.stop()).toBe(0);
        expect(Date.now() - stoppedAt).toBeLessThan(SHUTDOWN_MS);
        await moreMessages();
        await backend.restart();
        await moreMessages();
      }
      await community.finish();
      expect(await checkInvariants(cluster, community)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it('LIV-011 ends a backend cleanly despite an idle preconnected socket, as browsers open them', async () => {
    const [entry] = cluster.backends;
    if (!entry) throw new Error('The cluster has no backend');
    const idle = connect({ port: Number(new URL(entry.backend.url).port), host: '127.0.0.1' });
    await once(idle, 'connect');
    const closed = once(idle, 'close');
    expect(await entry.backend.stop()).toBe(0);
    await closed;
    await entry.backend.restart();
  });
});
