export interface ProbeRequest {
  probe: number;
  kind: 'memory' | 'queries' | 'profile:start' | 'profile:stop';
  file?: string;
}

/** The reply of a probe. Each kind of request sets its own fields. */
export interface ProbeReply {
  /** Bytes after garbage collection: resident, and in use. */
  rss?: number;
  used?: number;
  queries?: Readonly<Record<string, number>>;
}
