import { type JsonSchema, LIVE_PATH, problemAckSchema, PRODUCT_NAME, schema } from '@oniverse/contracts';
import { hoistSchemas } from '@oniverse/platform/backend';
import { EVENTS, REQUESTS } from './live-schemas.js';

type Json = Record<string, unknown>;

export interface LiveAddress {
  /** Includes the port unless it is the default one. */
  host: string;
  secure: boolean;
}

/** AsyncAPI keys must not contain colons. */
const keyOf = (event: string): string => event.replaceAll(':', '.');

const message = (name: string, payload: JsonSchema, named: Map<string, unknown>, summary?: string): Json => ({
  name,
  ...(summary === undefined ? {} : { summary }),
  contentType: 'application/json',
  payload: hoistSchemas(payload, named),
  examples: [{ payload: schema.exampleOf(payload) }],
});

/** Generates an AsyncAPI 3.0 document from the live contract, from the server's perspective. */
export function createAsyncApi(about: { version: string; description: string; at: LiveAddress }): Json {
  const named = new Map<string, unknown>();
  const channels: Json = {};
  const operations: Json = {};
  for (const { name, summary, access, payload, acknowledgement } of REQUESTS) {
    const key = keyOf(name);
    channels[key] = { address: name, messages: { request: message(name, payload, named, summary) } };
    channels[`${key}.ack`] = {
      // socket.io matches an acknowledgement to its request, so it has no address.
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
      description: `Sent to ${to}.`,
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
        description: 'socket.io in its default namespace, with websockets as the only transport.',
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
          description: 'The `sessionId` from a login, sent in the handshake as `auth: { sessionId }`.',
        },
      },
    },
  };
}
