import { createdPart, tagsPart } from './parts.js';
import { flag, id, nullable, object, text, type TypeOf } from './schema.js';

export const profileArchiveSchema = object('ProfileArchive', 'A snapshot of a profile.', {
  id: id('The archive.'),
  userId: id('The owner.'),
  capsuleId: nullable(id('The capsule that contains it.')),
  title: text('The title.', { example: 'My shrine in autumn' }),
  markdownContent: text('The text.', { example: '# My shrine\n\n#stargazing' }),
  tags: tagsPart,
  isHidden: flag('Whether it is hidden from the archive page.', false),
  createdAt: createdPart,
});
export type ProfileArchiveView = TypeOf<typeof profileArchiveSchema>;

export interface CreateProfileArchiveBody {
  title: string;
  /** Defaults to the current text of the profile. */
  markdownContent?: string;
  capsuleId?: string | null;
  tags?: string[];
  isHidden?: boolean;
}

/** `PATCH /api/profile-archives/{id}`: absent fields stay unchanged; a null `capsuleId` removes it from its capsule. */
export interface UpdateProfileArchiveBody {
  title?: string;
  markdownContent?: string;
  capsuleId?: string | null;
  tags?: string[];
  isHidden?: boolean;
}
