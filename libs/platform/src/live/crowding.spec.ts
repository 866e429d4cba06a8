import { beforeEach, describe, expect, it } from '@jest/globals';
import { Crowding, type Usage } from './crowding.js';
import { LIVE_PACE } from './live-pace.js';

const IDLE: Usage = { sockets: 1, delayMs: 1, heapShare: 0.1 };
const LATE: Usage = { ...IDLE, delayMs: LIVE_PACE.maxDelayMs + 1 };
const FULL: Usage = { ...IDLE, sockets: 10 };

describe('a crowded backend', () => {
  let now: number;
  let crowding: Crowding;

  beforeEach(() => {
    now = 0;
    crowding = new Crowding(10, () => now);
  });

  const addSamples = (...samples: readonly Usage[]): void => {
    for (const sample of samples) crowding.addSample(sample);
  };

  it.each<[string, Usage[]]>([
    ['its sockets', [FULL]],
    ['its memory', [{ ...IDLE, heapShare: LIVE_PACE.maxHeapShare }]],
    ['a late event loop', Array.from({ length: LIVE_PACE.delaySamples }, () => LATE)],
  ])('OPS-111 has no room because of %s', (_name, samples) => {
    addSamples(...samples.slice(1));
    expect(crowding.isFull).toBe(false);
    addSamples(...samples.slice(0, 1));
    expect(crowding.isFull).toBe(true);
  });

  it('OPS-111 has room again after its event loop was in time for as long', () => {
    for (let count = 0; count < LIVE_PACE.delaySamples; count += 1) addSamples(LATE);
    for (let count = 1; count < LIVE_PACE.delaySamples; count += 1) addSamples(IDLE);
    expect(crowding.isFull).toBe(true);
    addSamples(IDLE);
    expect(crowding.isFull).toBe(false);
  });

  it('OPS-112 refuses one sample after it said so, while another one has room', () => {
    crowding.addReport('other', false);
    addSamples(FULL);
    expect([crowding.isTight, crowding.refuses]).toEqual([true, false]);
    addSamples(FULL);
    expect(crowding.refuses).toBe(true);
    crowding.addReport('other', true);
    expect(crowding.refuses).toBe(false);
    crowding.addReport('third', false);
    expect(crowding.refuses).toBe(true);
  });

  it('OPS-112 refuses nothing if it is alone, or the others said nothing for a while', () => {
    addSamples(FULL, FULL);
    expect(crowding.refuses).toBe(false);
    crowding.addReport('other', false);
    now = LIVE_PACE.crowdingReportMs + 1;
    expect(crowding.refuses).toBe(false);
  });
});
