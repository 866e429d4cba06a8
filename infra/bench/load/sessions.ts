import * as v from 'valibot';

const dimensionSchema = v.object({
  serverId: v.string(),
  channelIds: v.array(v.string()),
  members: v.array(v.object({ username: v.string(), sessionId: v.string() })),
});
export type LoadDimension = v.InferOutput<typeof dimensionSchema>;

const sessionsSchema = v.object({ dimensions: v.array(dimensionSchema) });

/** Reads what `ops load:prepare` printed. @throws Error if it is something else */
export function readSessions(json: string): LoadDimension[] {
  return v.parse(sessionsSchema, JSON.parse(json)).dimensions;
}
