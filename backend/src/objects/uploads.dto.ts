import { MESSAGES, RULES, type UploadBody } from '@oniverse/contracts';
import { RuledText, WholeNumber } from '@oniverse/platform/backend';

export class UploadDto implements UploadBody {
  @RuledText(RULES.upload.contentType)
  contentType?: string;

  // The service checks the maximum, because a larger size gets 413 instead of 400.
  @WholeNumber('The size in bytes, if known.', {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    message: MESSAGES.badSize,
    example: 482_113,
    orNull: true,
  })
  size?: number;

  @RuledText(RULES.upload.filename)
  filename?: string;
}
