import { type JsonSchema, LIVE_PATH, problemAckSchema, PRODUCT_NAME, schema } from '@oniverse/contracts';
import { hoistSchemas } from '@oniverse/platform/backend';
import { EVENTS, REQUESTS } from './live-forms.js';

type Json = Record<string, unknown>;

/** Where the live side is, as the document says it. */
export interface LiveAddress {
  /** With its port, where that is not the usual one. */
  host: string;
  secure: boolean;
}

/** The names of channels and operations, which the document allows no colon in. */
const keyOf = (event: string): string => event.replaceAll(':', '.');

const message = (name: string, payload: JsonSchema, named: Map<string, unknown>, summary?: string): Json => ({
  name,
  ...(summary === undefined ? {} : { summary }),
  contentType: 'application/json',
  payload: hoistSchemas(payload, named),
  examples: [{ payload: schema.exampleOf(payload) }],
});

/** The description of the live events, made from the contract: AsyncAPI 3.0, from the server's side. */
export function createAsyncApi(about: { version: string; description: string; at: LiveAddress }): Json {
  const named = new Map<string, unknown>();
  const channels: Json = {};
  const operations: Json = {};
  for (const { name, summary, access, payload, acknowledgement } of REQUESTS) {
    const key = keyOf(name);
    channels[key] = { address: name, messages: { request: message(name, payload, named, summary) } };
    channels[`${key}.ack`] = {
      // An acknowledgement has no name: socket.io brings it to the request that it answers.
      address: null,
      messages: {
        done: message(`${name} done`, acknowledgement, named),
        refused: message(`${name} refused`, problemAckSchema.json, named),
      },
    };
    operations[key] = {
      action: 'receive',
      channel: { $ref: `#/channels/${key}` },
      summary,
      ...(access === 'members' ? { security: [{ $ref: '#/components/securitySchemes/session' }] } : {}),
      messages: [{ $ref: `#/channels/${key}/messages/request` }],
      reply: {
        channel: { $ref: `#/channels/${key}.ack` },
        messages: ['done', 'refused'].map((form) => ({ $ref: `#/channels/${key}.ack/messages/${form}` })),
      },
    };
  }
  for (const { name, summary, to, payload } of EVENTS) {
    const key = keyOf(name);
    channels[key] = { address: name, messages: { event: message(name, payload, named, summary) } };
    operations[key] = {
      action: 'send',
      channel: { $ref: `#/channels/${key}` },
      summary,
      description: `To ${to}.`,
      messages: [{ $ref: `#/channels/${key}/messages/event` }],
    };
  }
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${PRODUCT_NAME} live events`,
      version: about.version,
      description: about.description,
    },
    defaultContentType: 'application/json',
    servers: {
      site: {
        host: about.at.host,
        pathname: LIVE_PATH,
        protocol: about.at.secure ? 'wss' : 'ws',
        description: 'socket.io, its default namespace, over websockets alone.',
      },
    },
    channels,
    operations,
    components: {
      schemas: Object.fromEntries(named),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'user',
          description: 'The `sessionId` of a login, in the handshake: `auth: { sessionId }`.',
        },
      },
    },
  };
}
