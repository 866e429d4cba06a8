import {
  ATTACHMENT,
  ATTACHMENT_MESSAGES,
  type AttachmentKind,
  type Phrase,
  UPLOAD,
  UPLOAD_MESSAGES,
} from '@oniverse/contracts';
import { ProblemError } from '@oniverse/platform';

/** A type that carries no information. */
const UNKNOWN_TYPE = 'application/octet-stream';

export const uploadExpired = (): ProblemError =>
  new ProblemError('upload_expired', UPLOAD_MESSAGES.uploadExpired);
export const wrongSize = (): ProblemError =>
  new ProblemError('malformed_request', ATTACHMENT_MESSAGES.wrongSize);
const wrongType = (): ProblemError => new ProblemError('unsupported_media_type', UPLOAD_MESSAGES.imageType);

export interface DeclaredUpload {
  contentType?: string | undefined;
  /** Bytes. */
  size?: number | undefined;
}

/** What an upload address accepts. */
export interface UploadRules {
  /** In bytes. */
  maxBytes: number;
  tooLarge: Phrase;
  /** @throws ProblemError `unsupported_media_type` for a declared type that is never accepted */
  requireDeclared: (type: string) => void;
  /**
   * Returns the type that is stored.
   * @param found the type by the leading bytes; undefined if they say none
   * @throws ProblemError `unsupported_media_type`
   */
  typeOf: (found: string | undefined) => string;
}

const isPicture = (type: string): boolean => UPLOAD.types.some((accepted) => accepted === type);

/** Pictures of an album, and avatars. */
export const PICTURE_UPLOAD: UploadRules = {
  maxBytes: UPLOAD.maxBytes,
  tooLarge: UPLOAD_MESSAGES.imageTooLarge({ bytes: UPLOAD.maxBytes }),
  requireDeclared: (type) => {
    if (type !== '' && type !== UNKNOWN_TYPE && !isPicture(type)) throw wrongType();
  },
  typeOf: (found) => {
    if (found === undefined || !isPicture(found)) throw wrongType();
    return found;
  },
};

/** Types that browsers play, as they know them. All others are downloads, which nothing renders as a page of our origin. */
const PLAYED_TYPES: Readonly<Record<string, string>> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/ogg': 'audio/ogg',
  'audio/wav': 'audio/wav',
  'audio/flac': 'audio/flac',
  'audio/aac': 'audio/aac',
  'audio/mp4': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'video/mp4': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'video/quicktime': 'video/quicktime',
  'video/webm': 'video/webm',
  'video/ogg': 'video/ogg',
};

/** Files of messages: any bytes. What they are is decided by the first ones, never by a name or a declared type. */
export const ATTACHMENT_UPLOAD: UploadRules = {
  maxBytes: ATTACHMENT.maxBytes,
  tooLarge: ATTACHMENT_MESSAGES.fileTooLarge({ bytes: ATTACHMENT.maxBytes }),
  requireDeclared: () => undefined,
  typeOf: (found = UNKNOWN_TYPE) => (isPicture(found) ? found : (PLAYED_TYPES[found] ?? UNKNOWN_TYPE)),
};

/** Returns what a stored file of a type is to its readers. A picture may turn out to be none when it is decoded. */
export function attachmentKindOf(contentType: string): AttachmentKind {
  if (isPicture(contentType)) return 'picture';
  if (contentType.startsWith('audio/')) return 'sound';
  return contentType.startsWith('video/') ? 'video' : 'file';
}

/** @throws ProblemError `payload_too_large`, `unsupported_media_type` */
export function requireAcceptable(
  { contentType, size }: DeclaredUpload,
  { maxBytes, tooLarge, requireDeclared }: UploadRules,
): void {
  if (size !== undefined && size > maxBytes) throw new ProblemError('payload_too_large', tooLarge);
  requireDeclared(mediaTypeOf(contentType ?? ''));
}

/** Returns a type without parameters, in lower case. */
export const mediaTypeOf = (type: string): string => type.split(';')[0]?.trim().toLowerCase() ?? '';
