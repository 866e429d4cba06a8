import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { ObjectStore } from './objects.js';

/** Two full pages of a listing, and one object more. */
const OBJECTS = 2_001;
const AT_ONCE = 20;

describe('ObjectStore with many objects', () => {
  let stack: TestStack;
  let store: ObjectStore;

  beforeAll(async () => {
    stack = await TestStack.start();
    store = new ObjectStore(stack.config().objectStore);
  });

  afterAll(async () => {
    await stack.stop();
  });

  it('LIV-051 lists every key, page after page', async () => {
    const keys = Array.from({ length: OBJECTS }, (_, index) => `many/${String(index).padStart(5, '0')}`);
    for (let from = 0; from < OBJECTS; from += AT_ONCE) {
      await Promise.all(
        keys
          .slice(from, from + AT_ONCE)
          .map((key) =>
            store.put(key, Readable.from([Buffer.from('x')]), { size: 1, contentType: 'text/plain' }),
          ),
      );
    }
    expect((await store.listKeys('many/')).toSorted()).toEqual(keys);
  });
});
