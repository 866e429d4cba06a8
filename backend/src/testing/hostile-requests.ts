import type { JsonSchema } from '@oniverse/contracts';
import * as fc from 'fast-check';
import type { PublishedCall, PublishedParameter } from './published-calls.js';

/** Values that are known to break parsers, validators or databases. */
export const NASTY_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  0.1,
  [],
  ['text'],
  [[[[]]]],
  {},
  { toString: 'no' },
  { $ne: null },
  { length: 1e9 },
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  'x'.repeat(300_000),
  '💥'.repeat(5_000),
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  '%',
  '_',
  '\\',
  '%27%20OR%201=1',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  '\u202e\u0000',
  '\u202eevil',
  'ﬁ',
  'İ',
  'e\u0301'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!',
  '019abb00-7f3c-7d2e-9a41-3b5c8d0e6f1',
  '019ABB00-7F3C-7D2E-9A41-3B5C8D0E6F12',
  '00000000-0000-0000-0000-000000000000',
  '{019abb00-7f3c-7d2e-9a41-3b5c8d0e6f12}',
  'NaN',
  'Infinity',
  '1e3',
  '99999999999999999999',
  '-0',
  'true',
  '__proto__',
  'constructor',
  'https://elsewhere.example/objects/x',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '//elsewhere.example/x',
  'http://[::1',
  '/objects/',
  '/uploads/../objects/x',
  '2026-02-30T25:61:00Z',
];

/** Path segments, already percent-encoded. */
const NASTY_SEGMENTS: readonly string[] = [
  '%',
  '%ff',
  '%00',
  '%2e%2e',
  '%2f',
  '..',
  '%C0%AF',
  '%ED%A0%80',
  '%F0%9F%92%A5',
  '%E0%A4%A',
  'a%20b',
  '%23saturn',
  "'",
  'x'.repeat(255),
  'x'.repeat(300),
  '__proto__',
  'null',
  '-',
  '*',
  ':id',
  '{id}',
  '%7Bid%7D',
];

const NASTY_HEADERS: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'application/json, text/html' },
  { 'content-type': ';;;' },
  { 'content-encoding': 'gzip' },
  { accept: 'application/xml' },
  { 'accept-encoding': 'br;q=nonsense' },
  { range: 'bytes=9-1,-,a-b' },
  { range: 'bytes=0-18446744073709551616' },
  { 'if-none-match': '"' },
  { 'if-modified-since': 'yesterday' },
  { 'x-forwarded-for': "1.2.3.4, '; --" },
  { 'user-agent': '\u00ff'.repeat(500) },
  { origin: 'null' },
  { authorization: 'Bearer \u00ff' },
  { authorization: `Bearer ${'x'.repeat(4_000)}` },
  { 'x-http-method-override': 'DELETE' },
];

const RAW_BODIES: readonly string[] = [
  '',
  ' ',
  '{',
  'null',
  '[]',
  '7',
  '"text"',
  '{"a":1}{"b":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1,"a":2}',
  '['.repeat(20_000) + ']'.repeat(20_000),
  '{"a":'.repeat(40) + '1' + '}'.repeat(40),
  `{"a":"${'x'.repeat(1_100_000)}"}`,
  `{"a":[${'0,'.repeat(100_000)}0]}`,
  '{"a":1e999}',
  '{"title":"\\ud800"}',
  '\ufeff{}',
];

export interface HostileRequest {
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

const nasty = fc.constantFrom(...NASTY_VALUES);

/** Generates values that match the schema, almost match it, or are unrelated. */
function valueOf(json: JsonSchema): fc.Arbitrary<unknown> {
  const near: fc.Arbitrary<unknown>[] = [fc.constant(json.examples?.[0] ?? Reflect.get(json, 'example'))];
  if (json.enum) near.push(fc.constantFrom(...json.enum));
  const type = Array.isArray(json.type) ? json.type[0] : json.type;
  if (type === 'string') {
    const maxLength = (json.maxLength ?? 60) > 2_000 ? 200 : (json.maxLength ?? 60) + 2;
    near.push(fc.string({ unit: 'grapheme', maxLength }), fc.string({ unit: 'binary', maxLength }));
  }
  if (type === 'integer')
    near.push(fc.integer({ min: (json.minimum ?? 0) - 1, max: (json.maximum ?? 100) + 1 }));
  if (type === 'boolean') near.push(fc.boolean());
  if (type === 'array') near.push(fc.array(fc.oneof(valueOf(json.items ?? {}), nasty), { maxLength: 60 }));
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...near) }, { weight: 1, arbitrary: nasty });
}

/** Generates JSON bodies with wrong, missing and unknown fields, and malformed bodies. */
function bodyOf(json: JsonSchema): fc.Arbitrary<string> {
  const fields = Object.entries(json.properties ?? {});
  const object = fc
    .tuple(
      fc.record(Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field)])), {
        requiredKeys: [],
      }),
      fc.option(fc.tuple(fc.constantFrom('unknown', '__proto__', 'id', 'userId', 'constructor'), nasty), {
        freq: 8,
      }),
    )
    .map(([known, extra]) => JSON.stringify(extra ? { ...known, [extra[0]]: extra[1] } : known));
  return fc.oneof(
    { weight: 8, arbitrary: object },
    { weight: 1, arbitrary: fc.constantFrom(...RAW_BODIES) },
    { weight: 1, arbitrary: nasty.map((value) => JSON.stringify(value) ?? '') },
  );
}

const encode = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed().slice(0, 2_000));
};

function segmentOf(parameter: PublishedParameter, known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known, encode(parameter.example)) },
    { weight: 1, arbitrary: fc.constantFrom(...NASTY_SEGMENTS) },
    { weight: 1, arbitrary: nasty.map((value) => encode(value).slice(0, 400) || '-') },
  );
}

function queryOf(parameters: readonly PublishedParameter[]): fc.Arbitrary<string> {
  const pair = fc
    .constantFrom(...parameters.map(({ name }) => name), 'unknown', '__proto__', 'limit[]', 'q[a][b]')
    .chain((name) => {
      const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
      return valueOf(schema).map((value) => `${encodeURIComponent(name)}=${encode(value)}`);
    });
  return fc
    .oneof(
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
      { weight: 3, arbitrary: fc.array(pair, { maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant(['%', '=&&=', 'limit=1&limit=2']) },
    )
    .map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : ''));
}

/** Generates valid, almost valid and unrelated requests. @param known existing ids and names for the path */
export function hostileRequests(call: PublishedCall, known: readonly string[]): fc.Arbitrary<HostileRequest> {
  const inPath = call.parameters.filter((parameter) => parameter.in === 'path');
  const segments = fc.tuple(...inPath.map((parameter) => segmentOf(parameter, known)));
  const hasBody = call.method !== 'GET';
  return fc
    .tuple(
      segments,
      queryOf(call.parameters.filter((parameter) => parameter.in === 'query')),
      fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, fc.constantFrom(...NASTY_HEADERS)),
      hasBody ? bodyOf(call.body ?? {}) : fc.constant(undefined),
    )
    .map(([values, query, headers, body]) => ({
      path:
        inPath.reduce(
          (path, { name }, index) => path.replace(`{${name}}`, () => values[index] ?? ''),
          call.path,
        ) + query,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body,
    }));
}
