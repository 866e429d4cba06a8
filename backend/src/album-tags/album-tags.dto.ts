import type { RenameTagBody } from '@oniverse/contracts';
import { TagName } from '@oniverse/platform';

export class RenameTagDto implements RenameTagBody {
  @TagName('The new name; with or without a leading #.')
  name!: string;
}
