import { createOpenApi, type OpenAPIObject } from '@oniverse/platform/backend';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const at = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
const JSON_TYPE = 'application/json';

/** Holds each answer that a backend gives under test against what the published document says of it. */
export class Conformance {
  private readonly app: NestFastifyApplication;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly violations = new Set<string>();
  private published: { document: OpenAPIObject; ajv: Ajv2020 } | undefined;

  /** Watches a backend that does not listen yet. */
  constructor(app: NestFastifyApplication) {
    this.app = app;
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onSend', (request, reply, payload, done) => {
        const { url } = request.routeOptions;
        if (url !== undefined && url !== '*' && typeof payload === 'string') {
          this.check(request.method, url, reply.statusCode, reply.getHeader('content-type'), payload);
        }
        done(null, payload);
      });
  }

  /** @throws Error where an answer was not what the document says */
  assert(): void {
    if (this.violations.size === 0) return;
    throw new Error(`Answers that the document does not know:\n${[...this.violations].join('\n')}`);
  }

  // The document needs the routes, which are there once the backend listens.
  private publish(): { document: OpenAPIObject; ajv: Ajv2020 } {
    if (!this.published) {
      const document = createOpenApi(this.app, { version: 'test', description: 'Under test.' });
      const ajv = new Ajv2020({ strict: false, allErrors: true });
      addFormats.default(ajv);
      ajv.addSchema({ $id: 'document', ...document });
      this.published = { document, ajv };
    }
    return this.published;
  }

  private check(method: string, route: string, status: number, type: unknown, payload: string): void {
    if (method === 'HEAD' || status === 304 || !String(type).startsWith(JSON_TYPE)) return;
    const path = route.replaceAll(/:(\w+)/g, '{$1}');
    const operation = at(this.publish().document.paths, path, method.toLowerCase());
    const name = `${method} ${path} ${status}`;
    if (operation === undefined) {
      this.violations.add(`${name}: the call is not in the document`);
      return;
    }
    const response = at(operation, 'responses', String(status));
    if (at(response, 'content', JSON_TYPE, 'schema') === undefined) {
      this.violations.add(`${name}: the status is not in the document: ${payload.slice(0, 200)}`);
      return;
    }
    const body: unknown = JSON.parse(payload);
    const code = at(body, 'code');
    if (status >= 400 && !String(at(response, 'description')).includes(`\`${String(code)}\``)) {
      this.violations.add(`${name}: the code ${String(code)} is not in the document`);
    }
    const validate = this.validator(path, method.toLowerCase(), status);
    if (!validate(body)) {
      this.violations.add(
        `${name}: ${this.publish().ajv.errorsText(validate.errors)} in ${payload.slice(0, 300)}`,
      );
    }
  }

  private validator(path: string, method: string, status: number): ValidateFunction {
    const pointer = ['paths', path, method, 'responses', String(status), 'content', JSON_TYPE, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    let validate = this.compiled.get(pointer);
    if (!validate) {
      validate = this.publish().ajv.compile({ $ref: `document#/${pointer}` });
      this.compiled.set(pointer, validate);
    }
    return validate;
  }
}
