import type { StaffRole } from '@oniverse/contracts';

export interface SessionContext {
  /** SHA-256 of the session id, the row's primary key. */
  hash: string;
  /** The session's id in the API. */
  publicId: string;
  userId: string;
  /** When the member last proved who they are, in this session. */
  authenticatedAt: Date;
  /** Whether the member is suspended. Admission accepts it only for calls that say so. */
  isRestricted: boolean;
}

/** A session of the platform's staff, with a second factor. */
export interface StaffSession extends SessionContext {
  staffRole: StaffRole;
}

/** A session with the data that a new socket needs. */
export interface Admission {
  session: SessionContext;
  /** The rooms of what the member reads. */
  rooms: readonly string[];
}

export interface NewSession {
  /** The credential, available only here: the database stores its SHA-256. */
  sessionId: string;
  /** The session's id in the API. */
  publicId: string;
  expiresAt: Date;
  /** Whether the member is suspended. */
  isRestricted: boolean;
  /** Closes the sockets of evicted sessions. Call it after the commit. */
  afterCommit: () => Promise<void>;
}

/** The client of a call. */
export interface Origin {
  /** The normalised address. */
  address: string;
  /** The User-Agent. */
  device: string | undefined;
}

const MAX_DEVICE_LENGTH = 200;

/** Returns a User-Agent as it is stored. */
export const deviceOf = (device: string | undefined): string | null =>
  device?.toWellFormed().replaceAll('\0', '').slice(0, MAX_DEVICE_LENGTH) ?? null;
