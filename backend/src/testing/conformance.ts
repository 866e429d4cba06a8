import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isRecord } from '@oniverse/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readOpenApi } from './openapi.js';

const valueAt = (value: unknown, ...keys: string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
const JSON_TYPE = 'application/json';

/** Of all backends of the files in a suite, because compiling a schema costs more than the call that it is for. */
const validators = new Map<string, ValidateFunction>();
let schemas: Ajv2020 | undefined;

function compileSchema(document: Record<string, unknown>, pointer: string): ValidateFunction {
  if (!schemas) {
    // `docs.spec.ts` validates the document itself.
    schemas = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, inlineRefs: false });
    addFormats.default(schemas);
    schemas.addSchema({ $id: 'document', ...document });
  }
  const validate = validators.get(pointer) ?? schemas.compile({ $ref: `document#/${pointer}` });
  validators.set(pointer, validate);
  return validate;
}

/** Checks every JSON response of a backend under test against its OpenAPI document. */
export class Conformance {
  private readonly app: NestFastifyApplication;
  private readonly violations = new Set<string>();

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

  private checkResponse(method: string, route: string, status: number, type: unknown, payload: string): void {
    if (method === 'HEAD' || status === 304 || !String(type).startsWith(JSON_TYPE)) return;
    const path = route.replaceAll(/:(\w+)/g, '{$1}');
    const document = readOpenApi(this.app);
    const call = ['paths', path, method.toLowerCase()];
    const operation = valueAt(document, ...call);
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
    const pointer = [...call, 'responses', String(status), 'content', JSON_TYPE, 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = compileSchema(document, pointer);
    if (!validate(body)) {
      this.violations.add(`${name}: ${schemas?.errorsText(validate.errors)} in ${payload.slice(0, 300)}`);
    }
  }
}
