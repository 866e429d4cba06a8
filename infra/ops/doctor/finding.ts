/** `note` needs no action; `warning` will need one; `problem` is felt by members, or endangers their data. */
export const LEVELS = ['ok', 'note', 'warning', 'problem'] as const;
export type Level = (typeof LEVELS)[number];

/** What a check found. */
export interface Finding {
  level: Level;
  /** What is so, in one sentence. */
  text: string;
  /** What to do; only with a warning or a problem. */
  advice?: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string): Finding => ({ level: 'note', text });
export const warning = (text: string, advice: string): Finding => ({ level: 'warning', text, advice });
export const problem = (text: string, advice: string): Finding => ({ level: 'problem', text, advice });

/** Looks at one part of the site. What it throws is a problem with the advice of the check. */
export interface Check {
  name: string;
  /** What to do if the check fails itself, such as when a server does not answer. */
  advice: string;
  run: () => Promise<Finding[]>;
}

/** Returns why a call failed, in one line: `fetch` and the object store say it in the cause, the latter as XML. */
export function reasonOf(error: unknown): string {
  const { message, cause, errors }: { message?: unknown; cause?: unknown; errors?: unknown } = Object(error);
  if (cause !== undefined) return reasonOf(cause);
  if (message === '' && Array.isArray(errors)) return errors.map(reasonOf).join('; ');
  return (typeof message === 'string' ? message : String(error)).replaceAll(/(?:\s|<[^>]*>)+/gu, ' ').trim();
}

/** Returns a duration in the largest unit that it fills. @param ms in milliseconds */
export function ageText(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [name, size] = units.find(([, length]) => ms >= length) ?? ['second', 1_000];
  const count = Math.round(ms / size);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
