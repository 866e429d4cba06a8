const MINUTE_MS = 60_000;

/** Returns a time as a field of the browser has it: in the reader's zone, without seconds. */
export function typedTime(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
