import type { RenameTagBody } from '@oniverse/contracts';
import { TagName } from '@oniverse/platform/backend';

export class RenameTagDto implements RenameTagBody {
  @TagName('The new name, with or without a leading #.')
  name!: string;
}
