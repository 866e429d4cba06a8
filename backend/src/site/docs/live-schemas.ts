import { jsonOfBody, type JsonSchema, LIVE_EVENTS, LIVE_REQUESTS, schema } from '@oniverse/contracts';

export interface DescribedRequest {
  name: string;
  summary: string;
  access: 'everyone' | 'members';
  payload: JsonSchema;
  /** The successful acknowledgement, including `ok`. */
  acknowledgement: JsonSchema;
}

export interface DescribedEvent {
  name: string;
  summary: string;
  to: string;
  payload: JsonSchema;
}

const OK = schema.literalTrue('Always true.').json;

const acknowledgementOf = ({ title, properties, required, ...rest }: JsonSchema): JsonSchema => ({
  ...rest,
  title: `${title}Ack`,
  properties: { ok: OK, ...properties },
  required: ['ok', ...(required ?? [])],
});

export const REQUESTS: readonly DescribedRequest[] = Object.entries(LIVE_REQUESTS).map(
  ([name, { summary, access, body, answer }]) => ({
    name,
    summary,
    access,
    payload: jsonOfBody(body.title, body.description, body.fields),
    acknowledgement: acknowledgementOf(answer.json),
  }),
);

export const EVENTS: readonly DescribedEvent[] = Object.entries(LIVE_EVENTS).map(
  ([name, { summary, to, payload }]) => ({ name, summary, to, payload: payload.json }),
);
