import { describe, expect, it } from '@jest/globals';
import { checkErrors, expectConsoleError } from './console-errors.js';

describe('checkErrors', () => {
  it('fails a test that logs an error, which it names once', () => {
    console.error('The %s is gone.', 'moon');
    expect(checkErrors).toThrow(
      /“.*checkErrors fails a test that logs an error.*” logged:\nThe moon is gone\./u,
    );
    expect(checkErrors).not.toThrow();
  });

  it('fails a test that sends a request without a handler', async () => {
    await expect(fetch('/nothing')).rejects.toThrow();
    expect(checkErrors).toThrow('GET /nothing');
  });

  it('accepts an expected error, and fails without it', () => {
    expectConsoleError(/moon/u);
    console.error('The moon is gone.');
    expect(checkErrors).not.toThrow();
    expectConsoleError(/moon/u);
    expect(checkErrors).toThrow('The test logged no error like /moon/u.');
  });

  it('accepts no other error beside an expected one', () => {
    expectConsoleError(/moon/u);
    for (const name of ['moon', 'sea']) console.error(`The ${name} is gone.`);
    expect(checkErrors).toThrow(/logged:\nThe sea is gone\.$/u);
  });
});
