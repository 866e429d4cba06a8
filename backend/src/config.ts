import { ATTACHMENT, UPLOAD } from '@oniverse/contracts';
import { type Config, type Env, loadConfig, readInteger } from '@oniverse/platform';

export const MIB = 1_024 ** 2;

/** The limits of one member's album. */
export interface PictureQuota {
  pictures: number;
  bytes: number;
}

/** The work of an argon2id hash. */
export interface PasswordCost {
  /** In kB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/**
 * OWASP's parameters for argon2id, the default algorithm of the library:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The configuration that every server process has, and that of the backend's features. */
export interface BackendConfig extends Config {
  pictureQuota: PictureQuota;
  /** How many bytes the files of one member's messages may take. */
  attachmentBytes: number;
  passwordCost: PasswordCost;
}

/** @throws ConfigError if a variable is missing or invalid */
export const loadBackendConfig = (env: Env): BackendConfig => ({
  ...loadConfig(env),
  pictureQuota: readPictureQuota(env),
  attachmentBytes: readAttachmentBytes(env),
  passwordCost: PASSWORD_COST,
});

/** @throws ConfigError if a variable is invalid */
export const readPictureQuota = (env: Env): PictureQuota => ({
  pictures: readInteger(env, 'PICTURES_PER_MEMBER', 20_000, { min: 1, max: 10_000_000 }),
  bytes:
    MIB *
    readInteger(env, 'PICTURE_MB_PER_MEMBER', 5_120, {
      min: UPLOAD.maxBytes / MIB,
      max: 10_000_000,
      what: 'an integer number of MB',
    }),
});

/** @throws ConfigError if the variable is invalid */
export const readAttachmentBytes = (env: Env): number =>
  MIB *
  readInteger(env, 'ATTACHMENT_MB_PER_MEMBER', 2_048, {
    min: ATTACHMENT.maxBytes / MIB,
    max: 10_000_000,
    what: 'an integer number of MB',
  });
