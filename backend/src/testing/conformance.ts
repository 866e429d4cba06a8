import { createOpenApi } from '@oniverse/platform/backend';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isRecord } from '@oniverse/contracts';
import { oncePerRun } from '@oniverse/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const valueAt = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
const JSON_TYPE = 'application/json';

/** Checks every JSON response of a backend under test against its OpenAPI document. */
export class Conformance {
  private readonly app: NestFastifyApplication;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly violations = new Set<string>();
  private published: { document: Record<string, unknown>; ajv: Ajv2020 } | undefined;

  /** @param app must not listen yet, because hooks are added */
  constructor(app: NestFastifyApplication) {
    this.app = app;
    app
      .getHttpAdapter()
      .getInstance()
      .addHook('onSend', (request, reply, payload, done) => {
        const { url } = request.routeOptions;
        // The inbox of `npm start` is not part of the API.
        const isCall = url !== undefined && url !== '*' && !url.startsWith('/dev/');
        if (isCall && typeof payload === 'string') {
          this.checkResponse(request.method, url, reply.statusCode, reply.getHeader('content-type'), payload);
        }
        done(null, payload);
      });
  }

  assertNoViolations(): void {
    if (this.violations.size === 0) return;
    throw new Error(`Responses that do not match the OpenAPI document:\n${[...this.violations].join('\n')}`);
  }

  // Built on first use: the routes are complete only once the backend listens. All backends have the same.
  private getDocument(): { document: Record<string, unknown>; ajv: Ajv2020 } {
    if (!this.published) {
      const text = oncePerRun('openapi.json', () =>
        JSON.stringify(createOpenApi(this.app, { version: 'test', description: 'Under test.' })),
      );
      const parsed: unknown = JSON.parse(text);
      const document = isRecord(parsed) ? parsed : {};
      // `docs.spec.ts` validates the document itself.
      const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
      addFormats.default(ajv);
      ajv.addSchema({ $id: 'document', ...document });
      this.published = { document, ajv };
    }
    return this.published;
  }

  private checkResponse(method: string, route: string, status: number, type: unknown, payload: string): void {
    if (method === 'HEAD' || status === 304 || !String(type).startsWith(JSON_TYPE)) return;
    const path = route.replaceAll(/:(\w+)/g, '{$1}');
    const operation = valueAt(this.getDocument().document, 'paths', path, method.toLowerCase());
    const name = `${method} ${path} ${status}`;
    if (operation === undefined) {
      this.violations.add(`${name}: the call is not in the document`);
      return;
    }
    const response = valueAt(operation, 'responses', String(status));
    if (valueAt(response, 'content', JSON_TYPE, 'schema') === undefined) {
      this.violations.add(`${name}: the status is not in the document: ${payload.slice(0, 200)}`);
      return;
    }
    const body: unknown = JSON.parse(payload);
    const code = valueAt(body, 'code');
    if (status >= 400 && !String(valueAt(response, 'description')).includes(`\`${String(code)}\``)) {
      this.violations.add(`${name}: the code ${String(code)} is not in the document`);
    }
    const validate = this.getValidator(path, method.toLowerCase(), status);
    if (!validate(body)) {
      this.violations.add(
        `${name}: ${this.getDocument().ajv.errorsText(validate.errors)} in ${payload.slice(0, 300)}`,
      );
    }
  }

  private getValidator(path: string, method: string, status: number): ValidateFunction {
    const pointer = ['paths', path, method, 'responses', String(status), 'content', JSON_TYPE, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    let validate = this.compiled.get(pointer);
    if (!validate) {
      validate = this.getDocument().ajv.compile({ $ref: `document#/${pointer}` });
      this.compiled.set(pointer, validate);
    }
    return validate;
  }
}
