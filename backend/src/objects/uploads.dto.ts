import { uploadBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class UploadDto extends dtoOf(uploadBody) {}
