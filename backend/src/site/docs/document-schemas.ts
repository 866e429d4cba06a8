import type { Documented } from '@oniverse/contracts';

const document = (name: string, version: string, description: string): Documented => ({
  json: {
    description,
    type: 'object',
    properties: {
      [name]: { type: 'string', description: 'The version of the standard.', examples: [version] },
      info: { type: 'object', description: 'The title, version and description of the API.' },
    },
    required: [name, 'info'],
    examples: [{ [name]: version, info: { title: 'Oniverse', version: '…' } }],
  },
});

/** Minimal schemas of the generated documents; their standards define the rest. */
export const DOCUMENT_SCHEMAS = {
  openApi: document('openapi', '3.1.0', 'An OpenAPI 3.1 document.'),
  asyncApi: document('asyncapi', '3.0.0', 'An AsyncAPI 3.0 document.'),
};
