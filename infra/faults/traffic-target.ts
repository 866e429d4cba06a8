import type { BackendProcess } from '@oniverse/testing';
import type { DataSource } from 'typeorm';

/** The product under traffic and faults: several backends on one database. */
export interface TrafficTarget {
  /** Reaches the database even while the backends do not. */
  readonly dataSource: DataSource;
  readonly backends: readonly { readonly name: string; readonly backend: BackendProcess }[];
  /** The addresses of all backends for clients. */
  readonly urls: readonly string[];
}
