/** What a server's probe can be asked. */
export interface ProbeRequest {
  /** The request's number, which comes back with the reply. */
  probe: number;
  ask: 'memory' | 'queries' | 'profile:start' | 'profile:stop';
  /** Where a profile goes. */
  file?: string;
}

/** What it replies; what was not asked for is left out. */
export interface ProbeReply {
  /** Bytes after a full collection: held of the system, and in use. */
  rss?: number;
  used?: number;
  /** Queries to the database since the start, by their text. */
  queries?: Readonly<Record<string, number>>;
}
