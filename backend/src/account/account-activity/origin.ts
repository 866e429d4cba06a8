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
