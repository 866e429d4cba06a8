import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { measureClock, radioNow, resetClock } from './radio-clock.js';

const iso = (ms: number): string => new Date(ms).toISOString();

describe('the clock of the radio', () => {
  let now: jest.Spied<typeof performance.now>;

  beforeEach(() => {
    resetClock();
    now = jest.spyOn(performance, 'now');
  });
  afterEach(() => {
    now.mockRestore();
  });

  it('TLK-613 is that of the device until it was measured', () => {
    now.mockReturnValue(5_000);
    expect(radioNow()).toBe(performance.timeOrigin + 5_000);
  });

  it('TLK-613 follows the server by the answer with the shortest round trip', () => {
    now.mockReturnValue(1_400);
    // Sent at 1,000 and answered at 1,400, so the server was at 1,200 of this page.
    measureClock(iso(1_000_000), 1_000);
    expect(radioNow()).toBe(1_000_200);
    now.mockReturnValue(2_040);
    measureClock(iso(1_000_900), 2_000);
    expect(radioNow()).toBe(1_000_920);
    // A worse one changes nothing.
    now.mockReturnValue(3_500);
    measureClock(iso(1_009_000), 3_000);
    expect(radioNow()).toBe(1_002_380);
  });

  it('TLK-613 takes a worse measurement after ten minutes', () => {
    now.mockReturnValue(1_020);
    measureClock(iso(1_000_000), 1_000);
    now.mockReturnValue(700_000);
    measureClock(iso(2_000_000), 699_900);
    expect(radioNow()).toBe(2_000_050);
  });
});
