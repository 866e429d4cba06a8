import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type AnyCall, CALLS, isRecord, LIVE_EVENTS, LIVE_REQUESTS, PROBLEMS } from '@oniverse/contracts';
import { createLogger } from '@oniverse/platform';
import { TestStack } from '@oniverse/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { getMetadataStorage } from 'class-validator';
import supertest from 'supertest';
import { createBackend } from '../../app.js';
import { loadBackendConfig } from '../../config.js';
import { BackendUnderTest } from '../../testing/backend-under-test.js';

type Json = Record<string, unknown>;

const record = (value: unknown): Json => (isRecord(value) ? value : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const JSON_TYPE = 'application/json';

const PAGES = [
  'GET /dev/mail',
  'GET /dev/mail/inbox.css',
  'GET /dev/mail/{name}',
  'GET /dev/mail/{name}/html',
  'GET /api/docs',
  'GET /api/docs/live',
  'GET /api/docs/files/{name}',
];

/** Yields every nested value with its path. */
function* walk(value: unknown, path: readonly string[] = []): Generator<[readonly string[], unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...path, key]);
}

describe('API documents', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  /** A backend without conformance checks, because static files are not in the document. */
  let uncheckedApp: NestFastifyApplication;
  let document: Json;
  let operations: { name: string; path: string; operation: Json }[];
  let ajv: Ajv2020;
  const routes = new Set<string>();

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    uncheckedApp = await createBackend(loadBackendConfig(stack.env()), createLogger('test', 'silent'));
    uncheckedApp
      .getHttpAdapter()
      .getInstance()
      .addHook('onRoute', ({ method, url }) => {
        for (const each of [method].flat()) {
          if (each !== 'HEAD') routes.add(`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
        }
      });
    await uncheckedApp.listen(0, '127.0.0.1');
    document = (await backend.api.get('/api/openapi.json').expect(200)).body;
    operations = Object.entries(record(document['paths'])).flatMap(([path, item]) =>
      Object.entries(record(item)).map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        operation: record(operation),
      })),
    );
    ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'document', ...document });
  });

  afterAll(async () => {
    await uncheckedApp.close();
    await backend.stop();
    await stack.stop();
  });

  const at = (pointer: string): unknown =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (inner, part) => record(inner)[part.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      );

  /** By their texts, because most answers of calls have the schema of a problem. */
  const validators = new Map<string, ValidateFunction>();
  const validationErrors = (schema: unknown, value: unknown): string => {
    const located = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const validate = validators.get(located) ?? ajv.compile(JSON.parse(located));
    validators.set(located, validate);
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };

  const findFailures = (check: (operation: Json, path: string) => string | string[]): string[] =>
    operations.flatMap(({ name, path, operation }) => {
      const failure = check(operation, path);
      return failure.length === 0 ? [] : [`${name}: ${String(failure)}`];
    });

  it('list exactly the existing calls', () => {
    const calls = [...routes].filter((route) => !PAGES.includes(route));
    expect(operations.map(({ name }) => name).toSorted()).toEqual(calls.toSorted());
    expect(calls.length).toBeGreaterThan(10);
  });

  it('publish every declared call as it is declared', () => {
    const published = new Map(operations.map(({ name, operation }) => [name, operation]));
    const publishedName = ({ method, path }: AnyCall) =>
      `${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    expect(new Set(CALLS.map(publishedName)).size).toBe(CALLS.length);
    for (const call of CALLS) {
      const { summary, description, access = 'members', params = {}, query = {}, body, problems = [] } = call;
      const operation = record(published.get(publishedName(call)));
      const { parameters, requestBody, responses, security } = operation;
      const texts = listOf(parameters)
        .map((parameter) => `${String(record(parameter)['in'])} ${String(record(parameter)['name'])}`)
        // Those of calls that clients may revalidate.
        .filter((parameter) => parameter !== 'header if-none-match');
      const media = record(record(record(requestBody)['content'])[JSON_TYPE]);
      const codes = JSON.stringify(responses);
      expect({
        summary: operation['summary'],
        description: operation['description'],
        needsSession: JSON.stringify(security) === '[{"session":[]}]',
        parameters: texts.toSorted(),
        body: record(media['schema'])['$ref'],
        problems: problems.filter((code) => codes.includes(`\`${code}\``)),
      }).toEqual({
        summary,
        description,
        needsSession: access !== 'public' && access !== 'visitors',
        parameters: [
          ...Object.keys(params).map((name) => `path ${name}`),
          ...Object.keys(query).map((name) => `query ${name}`),
        ].toSorted(),
        body: body && `#/components/schemas/${body.title}`,
        problems,
      });
    }
  });

  it('are valid OpenAPI 3.1 with resolvable references, matching parameters and unique ids', () => {
    expect(document['openapi']).toBe('3.1.0');
    const broken: string[] = [];
    for (const [path, value] of walk({ paths: document['paths'], components: document['components'] })) {
      const key = path.at(-1);
      if (key === '$ref' && at(String(value)) === undefined)
        broken.push(`${path.join('/')}: ${String(value)}`);
      // Keywords of OpenAPI 3.0 that 3.1 has removed.
      if (key === 'nullable' && typeof value === 'boolean') broken.push(path.join('/'));
      if (key === 'type' && typeof value !== 'string' && !Array.isArray(value) && !isRecord(value)) {
        broken.push(path.join('/'));
      }
    }
    expect(broken).toEqual([]);
    expect(
      findFailures(({ parameters }, path) => {
        const inPath = listOf(parameters)
          .map(record)
          .filter((parameter) => parameter['in'] === 'path');
        const names = inPath.map(({ name, required }) =>
          required === true ? String(name) : `${String(name)}?`,
        );
        const expectedNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
        return JSON.stringify(names.toSorted()) === JSON.stringify(expectedNames.toSorted())
          ? ''
          : names.join();
      }),
    ).toEqual([]);
    const ids = operations.map(({ operation }) => String(operation['operationId']));
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of Object.keys(record(record(document['components'])['schemas']))) {
      expect(() => ajv.compile({ $ref: `document#/components/schemas/${name}` })).not.toThrow();
    }
  });

  it('give every call a summary, its security and response schemas with valid examples', () => {
    expect(
      findFailures(({ summary }) => (typeof summary === 'string' && summary !== '' ? '' : 'no summary')),
    ).toEqual([]);
    const securities = new Set(['[]', '[{"session":[]}]', '[{},{"session":[]}]']);
    expect(
      findFailures(({ security }) => (securities.has(JSON.stringify(security)) ? '' : 'no security')),
    ).toEqual([]);
    expect(
      findFailures(({ responses }) =>
        Object.entries(record(responses)).flatMap(([status, response]) => {
          const { content } = record(response);
          // A 304 has no body, and pictures are not JSON.
          if (status === '304' || (isRecord(content) && !(JSON_TYPE in content))) return [];
          const media = record(record(content)[JSON_TYPE]);
          if (media['schema'] === undefined) return [`${status} has no schema`];
          if (!('example' in media)) return [`${status} has no example`];
          const fault = validationErrors(media['schema'], media['example']);
          return fault === '' ? [] : [`${status}: ${fault}`];
        }),
      ),
    ).toEqual([]);
  });

  it('GAP-143 return created or changed resources in full and ok otherwise', () => {
    const requiredFieldsOf = (operation: Json, status: string): unknown[] => {
      const media = record(record(record(record(operation['responses'])[status])['content'])[JSON_TYPE]);
      const schema = record(media['schema']);
      return listOf(
        record(typeof schema['$ref'] === 'string' ? at(schema['$ref'].slice(1)) : schema)['required'],
      );
    };
    const answers = (method: string) =>
      operations
        .filter(({ name }) => name.startsWith(`${method} /api/`))
        .map(({ name, operation }) => {
          const status = Object.keys(record(operation['responses'])).find((code) => code.startsWith('2'));
          return { name, fields: requiredFieldsOf(operation, status ?? ''), status };
        });
    // Removing a reaction, a preview or a pin changes its message, leaving the archive its dimension,
    // giving back a case the case, a seat its game, and ending the sessions of a member their record.
    const isPart = ({ name }: { name: string }) =>
      /\/(?:reactions\/\{emoji\}|links\/\{place\}|pin|archive|seat|assignment|members\/\{id\}\/sessions)$/u.test(
        name,
      );
    const deletions = answers('DELETE').filter((answer) => !isPart(answer));
    expect(deletions.length).toBeGreaterThan(8);
    expect(deletions.filter(({ fields }) => !fields.includes('ok'))).toEqual([]);
    const changed = [
      ...answers('PATCH'),
      ...answers('PUT'),
      ...answers('DELETE').filter(isPart),
      ...answers('POST').filter(({ status }) => status === '201'),
    ];
    expect(changed.length).toBeGreaterThan(20);
    // Sessions, passkeys with recovery codes, invites, server members, upload addresses, night logs, their settings,
    // drafts, time-outs, filters, the mode of registration, the switch of proofs of work, the maintenance, who is awake
    // and who listens have no `id`.
    const identifyingFields = [
      'id',
      'ok',
      'sessionId',
      'code',
      'userId',
      'objectPath',
      'isUnread',
      'isOpen',
      'trackId',
      'passkey',
      'isContentPushed',
      'channelId',
      'until',
      'revision',
      'mode',
      'isConfigured',
      'maintenance',
    ];
    // The order of channels is answered by the channels.
    const resources = changed.filter(({ name }) => !name.endsWith('/channel-order'));
    expect(
      resources.filter(({ fields }) => !identifyingFields.some((field) => fields.includes(field))),
    ).toEqual([]);
  });

  it('list the error codes of every call', () => {
    expect(
      findFailures(({ responses, security }) => {
        const failures = Object.entries(record(responses)).filter(([status]) => Number(status) >= 400);
        const missing = ['400', '413', '415', '429', '503'].filter(
          (status) => !failures.some(([other]) => other === status),
        );
        if (JSON.stringify(security) === '[{"session":[]}]' && !('401' in record(responses)))
          missing.push('401');
        const wrong = failures.flatMap(([status, response]) => {
          const codes = [...String(record(response)['description']).matchAll(/`(\w+)`/g)].map(
            ([, code]) => code,
          );
          const known = Object.entries(PROBLEMS).filter(([, of]) => String(of) === status);
          return codes.length > 0 && codes.every((code) => known.some(([name]) => name === code))
            ? []
            : [status];
        });
        return [...missing, ...wrong];
      }),
    ).toEqual([]);
  });

  it('give every request body a valid example and a schema that rejects unknown fields', () => {
    const bodies = operations.filter(({ operation }) => operation['requestBody'] !== undefined);
    expect(bodies.length).toBeGreaterThan(3);
    expect(
      findFailures(({ requestBody }) => {
        if (requestBody === undefined) return '';
        const content = record(record(requestBody)['content']);
        const media = content[JSON_TYPE];
        if (media === undefined) return Object.keys(content).length > 0 ? '' : 'no content';
        const { schema, example } = record(media);
        if (!isRecord(example)) return 'no example';
        const fault = validationErrors(schema, example);
        if (fault !== '') return fault;
        return validationErrors(schema, { ...example, noSuchField: 1 }) === ''
          ? 'accepts unknown fields'
          : '';
      }),
    ).toEqual([]);
  });

  it('omit optional references from examples', () => {
    const example = record(
      at('/paths/~1api~1profile-archives/post/requestBody/content/application~1json/example'),
    );
    expect(Object.keys(example)).not.toContain('capsuleId');
  });

  it('are served without caching, with cacheable static files and no other files', async () => {
    for (const path of ['/api/openapi.json', '/api/asyncapi.json', '/api/docs', '/api/docs/live']) {
      const { headers } = await backend.api.get(path).expect(200);
      expect([path, headers['cache-control']]).toEqual([path, 'no-cache']);
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
    }
    const page = await backend.api.get('/api/docs').expect('content-type', 'text/html; charset=utf-8');
    expect(page.text).toContain('<title>Oniverse API</title>');
    expect(page.text).not.toMatch(/<script(?! (defer|type="module"))|<style|style=|\son\w+=|https?:\/\//);
    const files = [...page.text.matchAll(/"(\/api\/docs\/files\/([\w.-]+)\?v=[0-9a-f]{12})"/g)];
    expect(files.map(([, , name]) => name)).toEqual([
      'swagger-ui.css',
      'docs.css',
      'swagger-ui-bundle.js',
      'calls.js',
    ]);
    for (const [, address = '', name = ''] of files) {
      const file = await backend.api.get(address).expect(200);
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(file.headers['content-type']).toMatch(name.endsWith('.css') ? /^text\/css/ : /javascript/);
      const plain = await backend.api.get(`/api/docs/files/${name}`).expect(200);
      expect(plain.headers['cache-control']).toBe('no-cache');
      await backend.api.get(address).set('if-none-match', String(file.headers['etag'])).expect(304);
    }
    for (const name of ['package.json', 'index.html', '..%2fpackage.json', 'constructor', 'docs.css%00']) {
      const { status, text } = await supertest(await uncheckedApp.getUrl()).get(`/api/docs/files/${name}`);
      expect([name, status >= 400 && status < 500, text.includes('swagger-ui-dist')]).toEqual([
        name,
        true,
        false,
      ]);
    }
  });

  it('use the colours of the client on their pages', async () => {
    // The dark theme comes first in the file and defines every token.
    const tokensOf = async (path: string) => {
      const css = await readFile(new URL(path, import.meta.url), 'utf8');
      const tokens = [...css.matchAll(/^ +(--[\w-]+): ([^;]+);$/gm)].toReversed();
      return Object.fromEntries(tokens.map(([, name, value]) => [name, value]));
    };
    const docsTokens = await tokensOf('../../../assets/docs/docs.css');
    const clientTokens = await tokensOf('../../../../frontend/src/styles/tokens.css');
    expect(Object.keys(docsTokens).length).toBeGreaterThan(15);
    expect(clientTokens).toMatchObject(docsTokens);
  });

  describe('of the live events', () => {
    /** Returns the handled events with the names of the fields that their handlers read. */
    const findHandlers = (): Map<string, string[]> => {
      const found = new Map<string, string[]>();
      for (const module of backend.app.get(ModulesContainer).values()) {
        for (const { metatype } of module.providers.values()) {
          if (
            typeof metatype !== 'function' ||
            Reflect.getMetadata('websockets:is_gateway', metatype) !== true
          )
            continue;
          const prototype: unknown = metatype.prototype;
          for (const method of Object.getOwnPropertyNames(prototype)) {
            const handler: unknown = Reflect.get(Object(prototype), method);
            if (typeof handler !== 'function') continue;
            const event: unknown = Reflect.getMetadata('message', handler);
            if (typeof event !== 'string') continue;
            const types: unknown = Reflect.getMetadata('design:paramtypes', Object(prototype), method);
            found.set(event, listOf(types).flatMap(fieldsOf).toSorted());
          }
        }
      }
      return found;
    };
    /** Returns the validated fields of a DTO; empty for other classes. */
    const fieldsOf = (type: unknown): string[] => {
      if (typeof type !== 'function') return [];
      const checks = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
      return [...new Set(checks.map(({ propertyName }) => propertyName))];
    };

    it('match the handled requests and the fields that their handlers read', () => {
      const contract = Object.entries(LIVE_REQUESTS).map(([name, { body }]): [string, string[]] => [
        name,
        Object.keys(body.fields).toSorted(),
      ]);
      expect(Object.fromEntries(findHandlers())).toEqual(Object.fromEntries(contract));
    });

    it('contain every request and event on the live page and in the AsyncAPI document', async () => {
      const { text } = await backend.api.get('/api/docs/live').expect(200);
      const { body } = await backend.api.get('/api/asyncapi.json').expect(200);
      const documented = Object.values(record(body.operations)).map((operation) => {
        const { $ref } = record(record(operation)['channel']);
        const channel = record(record(body.channels)[String($ref).split('/').at(-1) ?? '']);
        return [String(record(operation)['action']), String(channel['address'])];
      });
      expect(documented).toEqual([
        ...Object.keys(LIVE_REQUESTS).map((name) => ['receive', name]),
        ...Object.keys(LIVE_EVENTS).map((name) => ['send', name]),
      ]);
      for (const name of [...Object.keys(LIVE_REQUESTS), ...Object.keys(LIVE_EVENTS)]) {
        expect(text).toContain(`<h3 id="${name.replaceAll(':', '-')}"><code>${name}</code></h3>`);
      }
      for (const [, anchor] of text.matchAll(/href="#([^"]+)"/g)) expect(text).toContain(`id="${anchor}"`);
    });

    it('are valid AsyncAPI 3.0 with resolvable references and valid examples', async () => {
      const { body } = await backend.api.get('/api/asyncapi.json').expect(200);
      expect(body.asyncapi).toBe('3.0.0');
      const liveAjv = new Ajv2020({ strict: false });
      addFormats.default(liveAjv);
      liveAjv.addSchema({ $id: 'live', ...body });
      for (const [path, value] of walk(body)) {
        if (path.at(-1) === '$ref') {
          const found = String(value)
            .split('/')
            .slice(1)
            .reduce<unknown>((inner, part) => record(inner)[part], body);
          expect([value, isRecord(found)]).toEqual([value, true]);
        }
        if (path.length !== 4 || path[0] !== 'channels' || path[2] !== 'messages') continue;
        const { payload, examples } = record(value);
        const located = JSON.parse(JSON.stringify(payload).replaceAll('"#/', '"live#/'));
        const example = record(listOf(examples)[0])['payload'];
        expect([path.join('/'), liveAjv.validate(located, example) || liveAjv.errorsText()]).toEqual([
          path.join('/'),
          true,
        ]);
      }
    });
  });
});
