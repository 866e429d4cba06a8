import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { transformFileSync } from '@swc/core';

interface Case {
  at: string;
  now: string;
  days: number;
}

/** Runs the calendar in a process of its own, because the time zone belongs to the process. */
function daysIn(timeZone: string, cases: readonly Case[]): unknown {
  const { code } = transformFileSync('frontend/src/ui/dates.ts', {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
  });
  const script = `${code}
    const ms = (text) => new Date(text).getTime();
    const print = ({ at, now }) => [daysBetween(ms(at), ms(now)), isNamedByWeekday(ms(at), ms(now))];
    console.log(JSON.stringify(${JSON.stringify(cases)}.map(print)));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(execFileSync(process.execPath, args, { env: { TZ: timeZone }, encoding: 'utf8' }));
}

// Times without an offset are those of the zone.
const CASES: Readonly<Record<string, readonly Case[]>> = {
  // The clocks went forward on 8 March 2026, and back on 1 November.
  'America/Los_Angeles': [
    { at: '2026-03-02T23:30', now: '2026-03-09T00:10', days: 7 },
    { at: '2026-03-03T00:00', now: '2026-03-09T23:59', days: 6 },
    { at: '2026-03-08T00:00', now: '2026-03-09T00:00', days: 1 },
    { at: '2026-10-26T00:00', now: '2026-11-01T23:59', days: 6 },
    { at: '2026-10-25T23:59', now: '2026-11-01T00:00', days: 7 },
    { at: '2026-11-01T00:00', now: '2026-11-01T23:59', days: 0 },
  ],
  'Europe/London': [
    { at: '2026-03-29T00:30', now: '2026-03-29T23:59', days: 0 },
    { at: '2026-03-23T00:00', now: '2026-03-29T12:00', days: 6 },
    { at: '2025-12-31T23:59:59.999', now: '2026-01-01T00:00', days: 1 },
  ],
  // Midnight of 4 November 2018 did not exist.
  'America/Sao_Paulo': [
    { at: '2018-11-03T23:59', now: '2018-11-04T01:00', days: 1 },
    { at: '2018-10-29T00:00', now: '2018-11-04T01:00', days: 6 },
  ],
  // The clocks change by half an hour.
  'Australia/Lord_Howe': [{ at: '2026-04-04T12:00', now: '2026-04-10T00:00', days: 6 }],
  'Asia/Kathmandu': [{ at: '2026-03-03T18:14:59.999Z', now: '2026-03-09T18:15Z', days: 7 }],
  'Pacific/Kiritimati': [{ at: '2026-03-03T10:00Z', now: '2026-03-09T10:00Z', days: 6 }],
};

describe('the calendar days of a zone', () => {
  it.each(Object.entries(CASES))('are days, not spans of 24 hours, in %s', (timeZone, cases) => {
    expect(daysIn(timeZone, cases)).toEqual(cases.map(({ days }) => [days, days < 7]));
  });
});
