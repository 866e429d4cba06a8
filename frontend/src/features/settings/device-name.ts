/** Browsers and systems as they name themselves; each of the first also says some of the later names. */
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

const nameIn = (names: readonly (readonly [string, RegExp])[], device: string): string | undefined =>
  names.find(([, mark]) => mark.test(device))?.[0];

/**
 * What a device is called: `Firefox on Linux`. What says neither is called as it calls itself.
 * @param device its User-Agent
 */
export function deviceName(device: string): string {
  const parts = [nameIn(BROWSERS, device), nameIn(SYSTEMS, device)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' on ') : device;
}
