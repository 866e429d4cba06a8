/** Order matters: a browser's User-Agent also contains names from later rows. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

const findName = (names: readonly (readonly [string, RegExp])[], device: string): string | undefined =>
  names.find(([, pattern]) => pattern.test(device))?.[0];

/** @returns `Firefox on Linux`, or the whole User-Agent if neither part is known */
export function deviceName(device: string): string {
  const parts = [findName(BROWSERS, device), findName(SYSTEMS, device)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' on ') : device;
}
