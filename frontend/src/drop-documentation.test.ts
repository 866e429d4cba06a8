import { describe, expect, it } from '@jest/globals';
import { schema } from '@oniverse/contracts';
import { parseSync } from 'vite';
import { DOCUMENTING, withoutDocumentation } from '../drop-documentation.js';

const drop = (code: string): string => withoutDocumentation(code, parseSync('schema.ts', code).program);

describe('the build without documentation', () => {
  it('knows every helper of the contract that takes documentation', () => {
    const helpers = Object.entries(schema).filter(
      ([name]) => name !== 'exampleOf' && name !== 'jsonOfObject',
    );
    expect(helpers.map(([name]) => name).filter((name) => !Object.hasOwn(DOCUMENTING, name))).toEqual([]);
  });

  it('keeps what checks, and marks the calls of helpers as pure', () => {
    expect(drop("object('Tag', 'A tag.', { name: nullable(text('Its name.', { example: 'moon' })) });")).toBe(
      '/*@__PURE__*/ object(0, 0, { name: /*@__PURE__*/ nullable(/*@__PURE__*/ text(0, 0)) });',
    );
  });

  it('drops the bodies of requests, and imports without another use', () => {
    const code = "import { RULES } from './rules.js'; import { id } from './schema.js';";
    expect(drop(`${code} export const body = requestBody({ name: text(RULES.name) }); id('A.');`)).toBe(
      " import { id } from './schema.js'; export const body = /*@__PURE__*/ requestBody(0); /*@__PURE__*/ id(0);",
    );
    expect(drop("request({ body: { title: 'A.' }, answer })")).toBe('request({ body: 0, answer })');
  });

  it('keeps the address and the answer of a call', () => {
    const code = "import { call } from './call.js'; import { pageQuery } from './page-queries.js';";
    const call = "call('GET', '/a', { summary: 'A.', query: pageQuery, answer, status: 201 })";
    expect(drop(`${code} ${call};`)).toBe("  ({ method: 'GET', path: '/a', answer, });");
    expect(drop(call.replace('answer, ', ''))).toBe("({ method: 'GET', path: '/a', })");
  });

  it('drops the constants that only documentation uses', () => {
    const code = "import { grouped } from './text.js'; const size = grouped(9); const query = { size };";
    expect(drop(`${code} call('GET', '/a', { query, answer });`)).toBe(
      "   ({ method: 'GET', path: '/a', answer });",
    );
    const kept = 'const size = 9; export const twice = () => 2 * size;';
    expect(drop(kept)).toBe(kept);
  });

  it('drops the summaries of events, the examples of texts and the JSON Schema of rules', () => {
    expect(drop("event({ summary: 'A change.', payload })")).toBe('event({ summary: 0, payload })');
    expect(drop("export const bio = { example: 'Night shifts.', max };")).toBe(
      'export const bio = { example: 0, max };',
    );
    expect(
      drop('export const rule = { test, json: { minLength: 1 } }; Object.assign(schema, { json });'),
    ).toBe('export const rule = { test, json: 0 }; Object.assign(schema, { json });');
  });
});
