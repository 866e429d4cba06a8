import { homeStepsBody } from '@oniverse/contracts';
import { dtoOf } from '@oniverse/platform/backend';

export class HomeStepsDto extends dtoOf(homeStepsBody) {}
