import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Server } from 'socket.io';
import { LIVE_PACE } from './live-pace.js';
import { Peers } from './peers.js';

describe('Peers', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const start = (processes: number) => {
    const server = new Server();
    const { adapter } = server.of('/');
    const counts = jest.spyOn(adapter, 'serverCount').mockResolvedValue(processes);
    const hints = jest.spyOn(adapter, 'serverSideEmit').mockReturnValue();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    return { server, peers: new Peers(server), counts, hints, clock };
  };

  it('OPS-108 sends every hint to other backends, and asks Redis for them once in a while', async () => {
    const { peers, counts, hints, clock } = start(2);
    for (let hint = 0; hint < 10; hint += 1) peers.publishHint('test', hint);
    await nextTurn();
    expect([hints.mock.calls.length, counts.mock.calls.length]).toEqual([10, 1]);
    clock.mockReturnValue(LIVE_PACE.headCheckMs);
    peers.publishHint('test', 10);
    expect(counts).toHaveBeenCalledTimes(2);
    await nextTurn();
  });

  it('OPS-108 sends no hints while it is alone, and asks again', async () => {
    const { peers, counts, hints, clock } = start(1);
    peers.publishHint('test', 0);
    await counts.mock.results[0]?.value;
    peers.publishHint('test', 1);
    await nextTurn();
    expect(hints).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(LIVE_PACE.headCheckMs);
    peers.publishHint('test', 2);
    await nextTurn();
    expect([hints.mock.calls.length, counts.mock.calls.length]).toEqual([2, 2]);
  });

  it('OPS-131 sends the hints of a turn in one packet, if all others understand it', async () => {
    const { peers, hints } = start(2);
    const publish = async () => {
      peers.publishHint('one', 1);
      peers.publishHint('two', 2);
      await nextTurn();
      return hints.mock.calls.splice(0).map(([packet]) => packet);
    };
    expect(await publish()).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
    peers.canCombine = true;
    const [packet, ...others] = await publish();
    expect(others).toEqual([]);

    const receiving = start(2);
    const received: unknown[] = [];
    for (const topic of ['one', 'two'])
      receiving.peers.onHint(topic, (payload) => received.push([topic, payload]));
    const deliver = (topic: string, payload: unknown) =>
      receiving.server.of('/')._onServerSideEmit([topic, payload]);
    const [topic = '', combined] = packet ?? [];
    deliver(topic, combined);
    expect(received).toEqual([
      ['one', 1],
      ['two', 2],
    ]);
    for (const forged of [null, 'text', [null, 'text', [], [1, 2], ['error', 3], ['two', 4]]])
      deliver(topic, forged);
    deliver('one', 5);
    expect(received.slice(2)).toEqual([
      ['two', 4],
      ['one', 5],
    ]);
  });
});
