import { describe, expect, it, jest } from '@jest/globals';
import { homeSchema, linkDetailsSchema, messageSchema, schema } from '@oniverse/contracts';
import * as v from 'valibot';
import { expectConsoleError } from '../testing/console-errors.js';
import { message } from '../testing/live-server.js';
import { orNone, parse } from './parse.js';

describe('parse', () => {
  const { object, text, wholeNumber, nullable, optional, list } = schema;
  const thing = object('Thing', 'A thing.', {
    name: text('The name.'),
    size: nullable(wholeNumber('The size.')),
    note: optional(text('A note.')),
  });

  it('accepts an object without optional fields, and drops fields that this client does not know', () => {
    expect(parse(thing, { name: 'a', size: null })).toEqual({ name: 'a', size: null });
    expect(parse(thing, { name: 'a', size: 1, note: 'b', more: true })).toEqual({
      name: 'a',
      size: 1,
      note: 'b',
    });
  });

  it('accepts ids, bounds and formats of a newer server', () => {
    expect(parse(messageSchema, message({ seq: -1, id: 'a' }))).toMatchObject({ seq: -1, id: 'a' });
  });

  it('reads parts that an older server lacks, or has in another form', () => {
    const { tags, dimensions } = parse(linkDetailsSchema, {
      strength: 0,
      since: null,
      tags: [],
      nextTags: [],
      dimensions: ['Observatory'],
    });
    expect([tags, dimensions]).toEqual([[], []]);
    const home = { leftAt: null, mentions: [], replies: [], links: [], posts: [], channels: [] };
    expect(parse(homeSchema, { ...home, hasNearPosts: false }).steps).toEqual({
      isDismissed: true,
      sawConstellation: true,
    });
  });

  it.each([
    null,
    'a',
    [],
    { name: 'a' },
    { name: 1, size: 1 },
    { name: 'a', size: NaN },
    { name: 'a', size: 1, note: 2 },
  ])('rejects %j', (value) => {
    expectConsoleError(/unexpected form/u);
    expect(() => parse(thing, value)).toThrow('unexpected form');
  });

  it('reports an invalid field once, with its path', () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    for (let count = 0; count < 2; count += 1) {
      expect(() => parse(list(thing), [{ name: {}, size: 1 }])).toThrow('unexpected form');
    }
    expect(error.mock.calls).toEqual([[expect.stringContaining('0.name: Invalid type')]]);
    error.mockRestore();
  });

  it('orNone reads an invalid or missing field as undefined', () => {
    const form = v.object({ text: orNone(v.string()) });
    expect([parse(form, { text: 'a' }), parse(form, { text: 1 }), parse(form, {})]).toEqual([
      { text: 'a' },
      {},
      {},
    ]);
  });
});
