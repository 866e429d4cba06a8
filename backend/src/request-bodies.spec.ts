import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import {
  CALLS,
  jsonOfBody,
  type JsonSchema,
  LIVE_REQUESTS,
  MESSAGES,
  schema,
  tagFeedPath,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';
import { ContractPipe, dtoOf } from '@oniverse/platform/backend';
import { makeStaff, TestStack } from '@oniverse/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { BackendUnderTest, bearer } from './testing/backend-under-test.js';

type Dto = new () => object;
const isClass = (value: unknown): value is Dto => typeof value === 'function';

const LOWER = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
/** One character of two UTF-16 units. */
const MOON = '\u{1F315}';
const WRONG_TYPES: readonly unknown[] = [null, true, 1.5, -1, 'text', [], [1], [''], {}];

/**
 * Fields whose DTO refuses more than JSON Schema expresses: an optional text may be empty although that breaks its
 * pattern, a tag is normalised first, a time zone must be one that the server knows, and Nest publishes no required
 * fields of a nested object.
 */
const STRICTER = new Set([
  'RegisterDto.claimToken',
  'RegisterDto.inviteCode',
  'AnnouncementDto.link',
  'PasskeyDto.passkey',
  'PasskeySignInDto.passkey',
  'SecondFactorDto.passkey',
  'ReauthenticateDto.passkey',
  'SecondFactorDto.code',
  'SecondFactorDto.recoveryCode',
  'ReauthenticateDto.code',
  'ReauthenticateDto.recoveryCode',
  'UpdateChannelDto.messageDays',
  'UpdateServerDto.messageDays',
  'WaitlistDto.oni_id',
  'WaitlistDto.access_key',
  'RenameTagDto.name',
  'NotificationSettingsDto.quietFrom',
  'NotificationSettingsDto.quietUntil',
  'NotificationSettingsDto.timeZone',
]);

/** Fields that members write for readers. */
const PROSE = new Set([
  'title',
  'content',
  'markdownContent',
  'description',
  'name',
  'displayName',
  'bio',
  'profileMarkdown',
]);
/** Names that have few characters. */
const PLAIN_NAMES = new Set(['RenameTagDto.name', 'CreateGroupDto.name', 'UpdateGroupDto.name']);
/** The bounds of each range of characters that XML cannot carry. */
const UNPRINTABLE = [
  '\u0000',
  '\u0008',
  '\u000B',
  '\u000C',
  '\u000E',
  '\u001F',
  '\uFFFE',
  '\uFFFF',
  '\uD800',
  '\uDFFF',
];

/** Returns a text of `length` characters that begins like `example`. */
function textOf(example: string, length: number): string {
  const letters = Array.from(example);
  return Array.from({ length }, (_, at) => letters[at] ?? letters.at(-1)).join('');
}

/** Returns values inside, at and beyond every bound of a field's schema. */
function valuesOf({ examples = [], minLength, maxLength, minimum, maximum, enum: choices }: JsonSchema) {
  const values = [...WRONG_TYPES, ...examples, ...(choices ?? [])];
  const [example] = examples;
  if (typeof example === 'string') {
    values.push(`${example}${MOON}`, example.toUpperCase());
    for (const length of [minLength, maxLength]) {
      if (length === undefined) continue;
      for (const near of [length - 1, length, length + 1])
        if (near >= 0) values.push(textOf(example, near), textOf(MOON, near));
    }
  }
  for (const bound of [minimum, maximum]) {
    if (bound !== undefined) values.push(bound - 1, bound, bound + 1, `${bound}`);
  }
  return values;
}

describe('the body of every request', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;
  /** The published schema and the DTO of each request by its name. */
  let requests: Map<string, { json: JsonSchema; dto: Dto }>;
  /** What the published schemas refer to. */
  let components: object;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
    const { body: document } = await backend.api.get('/api/openapi.json').expect(200);
    const live = new Map(
      Object.entries(LIVE_REQUESTS).map(([name, { body }]) => [
        name,
        jsonOfBody(body.title, body.description, body.fields),
      ]),
    );
    ({ components } = document);
    requests = new Map();
    for (const { body } of CALLS) {
      if (!body) continue;
      const json = document.components.schemas[body.title];
      requests.set(body.title, { json, dto: dtoOf(body.fields) });
    }
    for (const { controllers, providers } of backend.app.get(ModulesContainer).values()) {
      for (const { metatype } of [...controllers.values(), ...providers.values()]) {
        if (!isClass(metatype)) continue;
        const prototype = Object(metatype.prototype);
        for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
          const types: unknown = Reflect.getMetadata('design:paramtypes', prototype, method);
          if (!Array.isArray(types)) continue;
          const event: unknown = Reflect.getMetadata('message', Object(value));
          for (const dto of types.filter(isClass)) {
            if (!dto.name.endsWith('Dto')) continue;
            const name = typeof event === 'string' ? event : dto.name;
            const json = live.get(name) ?? document.components.schemas[name];
            if (json) requests.set(name, { json, dto });
          }
        }
      }
    }
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  it('SAF-355 every declared call refuses an undeclared query parameter, as an unknown field of a body', async () => {
    const { sessionId } = await makeStaff(stack.dataSource, 'admin');
    const answers: string[] = [];
    for (const { method, path, params = {} } of CALLS) {
      const filled = Object.keys(params).reduce(
        (rest, name) => rest.replace(`:${name}`, () => '019abb00-0000-7000-8000-0000000000ff'),
        path,
      );
      const { status, text } = await backend.api[LOWER[method]](`/api${filled}?utm_source=letter`)
        .set(...bearer(sessionId))
        .ok(() => true);
      if (status !== 400 || !text.includes(MESSAGES.unknownField.message))
        answers.push(`${method} ${path} ${status} ${text}`);
    }
    expect(answers).toEqual([]);
    // Only calls refuse them.
    for (const page of ['/', '/u/nobody', '/api/openapi.json', '/api/docs', tagFeedPath('moon', 'atom')]) {
      const statusOf = async (query: string) => (await backend.api.get(page + query).ok(() => true)).status;
      expect([page, await statusOf('?utm_source=letter')]).toEqual([page, await statusOf('')]);
    }
  });

  it('is accepted or refused by its DTO as by its published schema', async () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const pipe = new ContractPipe();
    const violations: string[] = [];
    for (const [request, { json, dto }] of requests) {
      const isValid = ajv.compile({ ...json, components });
      const fields = Object.entries(json.properties ?? {});
      const examples = Object.fromEntries(fields.map(([name, field]) => [name, schema.exampleOf(field)]));
      /** Returns whether the DTO accepts a body. */
      const compare = async (body: Record<string, unknown>, field: string): Promise<boolean> => {
        const error: unknown = await pipe
          .transform(structuredClone(body), { type: 'body', metatype: dto })
          .then(() => undefined)
          .catch((thrown: unknown) => thrown);
        const isAccepted = error === undefined;
        const isReported =
          error instanceof ProblemError && Object.keys(error.details.fields ?? {}).join() === field;
        const isStricter = STRICTER.has(`${request}.${field}`) && !isAccepted;
        if (!(isStricter || isAccepted === isValid(body)) || !(isAccepted || isReported)) {
          violations.push(`${request}.${field}: ${JSON.stringify(body[field])?.slice(0, 80)}`);
        }
        return isAccepted;
      };
      for (const [name, field] of fields) {
        const outcomes = new Set<boolean>();
        for (const value of valuesOf(field)) {
          outcomes.add(await compare({ ...examples, [name]: value }, name));
        }
        if (outcomes.size < 2) violations.push(`${request}.${name}: ${String(...outcomes)} for all values`);
        const { [name]: _, ...rest } = examples;
        await compare(rest, name);
      }
      await compare({ ...examples, noSuchField: 1 }, 'noSuchField');
    }
    expect(violations).toEqual([]);
    expect(requests.size).toBeGreaterThan(30);
  });

  it('NXT-302 leaves characters that XML cannot carry out of what members write, and refuses them elsewhere', async () => {
    const pipe = new ContractPipe();
    const cleaned = new Set<string>();
    const expected = new Set([
      'AppealDto.text',
      'BookmarkNoteDto.note',
      'BeginIncidentDto.note',
      'NoteIncidentDto.note',
      'EndIncidentDto.note',
      'DecideAppealDto.reason',
      'AnnouncementDto.text',
      'MaintenanceDto.text',
      'TakeMeasureDto.reason',
      'RemoveWaveDto.reason',
      'TimeOutDto.reason',
      'DeclineHeldMessageDto.word',
      'DeclineApplicationDto.word',
    ]);
    for (const [request, { json, dto }] of requests) {
      const fields = Object.entries(json.properties ?? {});
      const examples = Object.fromEntries(fields.map(([name, field]) => [name, schema.exampleOf(field)]));
      const read = async (body: object): Promise<object> =>
        Object(await pipe.transform(body, { type: 'body', metatype: dto }));
      for (const name of Object.keys(examples)) {
        const example: unknown = examples[name];
        if (typeof example !== 'string') continue;
        const path = `${request}.${name}`;
        if (PROSE.has(name) && !PLAIN_NAMES.has(path)) expected.add(path);
        for (const character of UNPRINTABLE) {
          const body = { ...examples, [name]: `${character}${example}` };
          const result = await read(body).catch((error: unknown) => error);
          if (result instanceof ProblemError) {
            expect([path, result.details.fields]).toEqual([path, { [name]: MESSAGES.badText }]);
          } else {
            expect([path, result]).toEqual([path, await read(examples)]);
            cleaned.add(path);
          }
        }
      }
    }
    expect(cleaned).toEqual(expected);
    expect(cleaned.size).toBeGreaterThan(20);
  });
});
