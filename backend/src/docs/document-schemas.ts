import type { Schema } from '@oniverse/contracts';

const document = (name: string, version: string, description: string): Schema<object> => ({
  json: {
    description,
    type: 'object',
    properties: {
      [name]: { type: 'string', description: 'The version of the standard.', examples: [version] },
      info: { type: 'object', description: 'What is described.' },
    },
    required: [name, 'info'],
    examples: [{ [name]: version, info: { title: 'Oniverse', version: '…' } }],
  },
});

/** The forms of the documents for tools: their standards describe them further. */
export const DOCUMENT_SCHEMAS = {
  openApi: document('openapi', '3.1.0', 'OpenAPI, version 3.1.'),
  asyncApi: document('asyncapi', '3.0.0', 'AsyncAPI, version 3.0.'),
};
