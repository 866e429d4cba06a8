import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from './config.js';

const complete = {
  DATABASE_URL: 'postgres://u:p@localhost:5432/oniverse',
  REDIS_URL: 'redis://localhost:6379',
  S3_ENDPOINT: 'http://localhost:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

describe('the configuration', () => {
  it('LIV-027 has defaults for what need not be said', () => {
    expect(loadConfig(complete)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicOrigins: [],
      trustedProxies: [],
      rateLimits: true,
      logLevel: 'info',
      clientDir: null,
      healthFile: null,
    });
  });

  it.each(Object.keys(complete))('LIV-027 names %s where it is missing', (name) => {
    expect(() => loadConfig({ ...complete, [name]: ' ' })).toThrow(ConfigError);
    expect(() => loadConfig({ ...complete, [name]: undefined })).toThrow(name);
  });

  it.each([
    ['DATABASE_URL', 'mysql://localhost'],
    ['REDIS_URL', 'localhost:6379'],
    ['S3_ENDPOINT', 'localhost'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'oniverse.example'],
    ['RATE_LIMITS', 'maybe'],
    ['LOG_LEVEL', 'loud'],
  ])('LIV-027 names %s where it is %s', (name, value) => {
    expect(() => loadConfig({ ...complete, [name]: value })).toThrow(name);
  });

  it('takes several addresses of the site', () => {
    const { publicOrigins } = loadConfig({
      ...complete,
      PUBLIC_URL: 'https://a.example/, http://b.example:8080',
    });
    expect(publicOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
  });
});
