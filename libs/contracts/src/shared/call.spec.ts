import { describe, expect, it } from '@jest/globals';
import { call, type InputOf, type NoFields, type RequestOf } from './call.js';
import { okSchema } from './ok.js';
import { pageQuery } from './page-queries.js';
import { id } from './schema.js';

const terms = { summary: 'A call.', answer: okSchema };
const thing = { id: id('A thing.') };

describe('call', () => {
  it('requires the parameters of the path, with their names', () => {
    expect(call('GET', '/things/:id', { ...terms, params: thing }).path).toBe('/things/:id');
    // @ts-expect-error The path has a parameter.
    call('GET', '/things/:id', terms);
    // @ts-expect-error The parameter has another name.
    call('GET', '/things/:thingId', { ...terms, params: thing });
    // @ts-expect-error The path has no such parameter.
    call('GET', '/things/:id', { ...terms, params: { ...thing, other: id('Another.') } });
    // @ts-expect-error There is no such problem.
    call('GET', '/things', { ...terms, problems: ['no_such_problem'] });
  });

  it('gives the client and the server the types of its parts', () => {
    const list = call('GET', '/things/:id/parts', { ...terms, params: thing, query: pageQuery });
    const sent: RequestOf<typeof list.path, typeof pageQuery, NoFields> = { id: '1', query: {} };
    const received: InputOf<typeof list> = { id: '1', query: { limit: 50 } };
    // @ts-expect-error The server's query has its defaults.
    const incomplete: InputOf<typeof list> = { id: '1', query: {} };
    expect([sent, incomplete]).not.toContainEqual(received);
  });
});
