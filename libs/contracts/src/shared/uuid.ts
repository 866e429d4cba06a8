const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether a value is a UUID in its hexadecimal form (RFC 9562, section 4). */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);
