import { describe, expect, it } from '@jest/globals';
import { deviceIcon, networkName } from './device.js';

describe('networkName', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.*'],
    ['2001:db8:7::/48', '2001:db8:7:*'],
    ['unknown', 'unknown'],
  ])('shortens %s to %s', (network, name) => {
    expect(networkName(network)).toBe(name);
  });
});

describe('deviceIcon', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'phone'],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36',
      'phone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'laptop'],
    [null, 'laptop'],
  ])('draws %s as a %s', (device, icon) => {
    expect(deviceIcon(device)).toBe(icon);
  });
});
