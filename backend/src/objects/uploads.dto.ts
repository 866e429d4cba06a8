import { MESSAGES, RULES, type UploadBody } from '@oniverse/contracts';
import { RuledText, WholeNumber } from '@oniverse/platform/backend';

export class UploadDto implements UploadBody {
  @RuledText(RULES.upload.contentType)
  contentType?: string;

  // How much is too much is not a question of the field's form.
  @WholeNumber('Its bytes, where they are known.', {
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
