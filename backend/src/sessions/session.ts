/** A session that was looked up: who asks, and how the session is known inside. */
export interface SessionContext {
  /** The SHA-256 of the session id; the row's key. */
  hash: string;
  /** What may be shown of it. */
  publicId: string;
  userId: string;
}

/** What a socket begins with. */
export interface Admission {
  session: SessionContext;
  /** The servers that the member is in. */
  serverIds: readonly string[];
}
