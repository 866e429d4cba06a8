import { type Check, ok, problem, warning } from './finding.js';

/** The codes of authenticator apps are valid for 30 seconds, and one before and after. */
const WRONG_MS = 30_000;
const OFF_MS = 2_000;

/** Returns the time of another clock in ms; undefined if it cannot be read. */
export type ReadClock = () => Promise<number | undefined>;

/** Compares the clock of this process with those of other parts. The time of an answer counts half. */
export const clocksCheck = (clocks: Readonly<Record<string, ReadClock>>): Check => ({
  name: 'clocks',
  advice: 'Synchronise the clocks of all hosts: timedatectl set-ntp true.',
  run: async () => {
    const findings = await Promise.all(
      Object.entries(clocks).map(async ([name, read]) => {
        const before = Date.now();
        const time = await read().catch(() => undefined);
        // The part that does not answer has a check of its own.
        if (time === undefined) return [];
        const offset = Math.abs(time - (before + Date.now()) / 2);
        const text = `The clock of ${name} differs by ${(offset / 1_000).toFixed(1)} s.`;
        const advice = 'Synchronise the clocks of both hosts: timedatectl set-ntp true.';
        if (offset > WRONG_MS) return [problem(text, advice)];
        return [offset > OFF_MS ? warning(text, advice) : ok(text)];
      }),
    );
    return findings.flat();
  },
});
