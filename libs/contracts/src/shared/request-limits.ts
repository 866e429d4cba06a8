import { LIMITS } from './limits.js';

/** The largest body of a request, in bytes. */
export const REQUEST_BYTES = { members: 1_048_576, visitors: 16_384 } as const;

/**
 * How many texts a member may write: posts, replies, profiles, archives and capsules together, new or changed. About ten a
 * minute, in bursts of twenty.
 */
export const WRITING_PACE = [
  { points: 20, seconds: 60 },
  { points: 100, seconds: 10 * 60 },
] as const;

/**
 * What a connection may send, counted before it is decoded; a connection that sends more is closed. Twice as many packets as
 * live requests are answered, so that only a flood gets there. A visitor can only ask for public counts.
 */
export const SOCKET_INPUT = {
  visitors: {
    packetBytes: 1_024,
    packets: { burst: 400, perSecond: 80 },
    bytes: { burst: 32_768, perSecond: 4_096 },
  },
  members: {
    /** 16 bytes for each character of the longest message. A character has at most 4. */
    packetBytes: 16 * LIMITS.message.max,
    packets: { burst: 400, perSecond: 80 },
    bytes: { burst: 524_288, perSecond: 65_536 },
  },
} as const;

/**
 * How many sockets an address may open at a backend. Twice as many as may be open there, so that all members of a campus
 * can come back after a lost connection. A socket that was closed for what it sent counts as `closedPoints` more.
 */
export const SOCKET_HANDSHAKES = { points: 400, seconds: 20, closedPoints: 80 } as const;
