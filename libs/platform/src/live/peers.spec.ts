import { afterEach, describe, expect, it, jest } from '@jest/globals';
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
    return { peers: new Peers(server), counts, hints, clock };
  };

  it('OPS-108 sends every hint to other backends, and asks Redis for them once in a while', async () => {
    const { peers, counts, hints, clock } = start(2);
    for (let hint = 0; hint < 10; hint += 1) peers.publishHint('test', hint);
    expect([hints.mock.calls.length, counts.mock.calls.length]).toEqual([10, 1]);
    clock.mockReturnValue(LIVE_PACE.headCheckMs);
    peers.publishHint('test', 10);
    expect(counts).toHaveBeenCalledTimes(2);
  });

  it('OPS-108 sends no hints while it is alone, and asks again', async () => {
    const { peers, counts, hints, clock } = start(1);
    peers.publishHint('test', 0);
    await counts.mock.results[0]?.value;
    peers.publishHint('test', 1);
    expect(hints).toHaveBeenCalledTimes(1);
    clock.mockReturnValue(LIVE_PACE.headCheckMs);
    peers.publishHint('test', 2);
    expect([hints.mock.calls.length, counts.mock.calls.length]).toEqual([2, 2]);
  });
});
