import { createReportBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class CreateReportDto extends dtoOf(createReportBody) {}
