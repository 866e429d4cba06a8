/** Returns the icon of a device. */
export const deviceIcon = (device: string | null): 'phone' | 'laptop' =>
  /\b(?:iPhone|Android.+Mobile)\b/.test(device ?? '') ? 'phone' : 'laptop';

/** Returns `203.0.113.*` for `203.0.113.0/24`, and `2001:db8:7:*` for `2001:db8:7::/48`. */
export const networkName = (network: string): string =>
  network.replace(/\.0\/24$/, '.*').replace(/::\/48$/, ':*');
