import { type JsonSchema, LIVE_EVENTS, LIVE_REQUESTS, schema } from '@oniverse/contracts';

/** A request of a client, as the documents show it. */
export interface DescribedRequest {
  name: string;
  summary: string;
  access: 'everyone' | 'members';
  payload: JsonSchema;
  /** The acknowledgement where all went well: what was asked for, and `ok`. */
  acknowledgement: JsonSchema;
}

/** An event of the server, as the documents show it. */
export interface DescribedEvent {
  name: string;
  summary: string;
  to: string;
  payload: JsonSchema;
}

const OK = schema.yes('Always true.').json;

const acknowledgementOf = ({ title, properties, required, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  title: `${title}Ack`,
  properties: { ok: OK, ...properties },
  required: ['ok', ...(required ?? [])],
});

/** All that a client may ask. */
export const REQUESTS: readonly DescribedRequest[] = Object.entries(LIVE_REQUESTS).map(
  ([name, { summary, access, payload, answer }]) => ({
    name,
    summary,
    access,
    payload: payload.json,
    acknowledgement: acknowledgementOf(answer.json),
  }),
);

/** All that the server tells. */
export const EVENTS: readonly DescribedEvent[] = Object.entries(LIVE_EVENTS).map(
  ([name, { summary, to, payload }]) => ({ name, summary, to, payload: payload.json }),
);
