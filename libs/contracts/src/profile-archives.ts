import { createdPart, tagsPart } from './parts.js';
import { flag, id, nullable, object, text, type TypeOf } from './schema.js';

/** A snapshot of a profile. */
export const profileArchiveSchema = object('ProfileArchive', 'A snapshot of a profile.', {
  id: id('The archive.'),
  userId: id('Whose it is.'),
  capsuleId: nullable(id('The capsule that it lies in.')),
  title: text('The title.', { example: 'My shrine in autumn' }),
  markdownContent: text('The text.', { example: '# My shrine\n\n#stargazing' }),
  tags: tagsPart,
  isHidden: flag('Whether it is kept out of the archive page.', false),
  createdAt: createdPart,
});
export type ProfileArchiveView = TypeOf<typeof profileArchiveSchema>;

/** `POST /api/profile-archives` */
export interface CreateProfileArchiveBody {
  title: string;
  /** Where it is absent, a snapshot of the profile is taken. */
  markdownContent?: string;
  capsuleId?: string | null;
  tags?: string[];
  isHidden?: boolean;
}

/** `PATCH /api/profile-archives/{id}`: what is absent stays; a `capsuleId` of null takes it out of its capsule. */
export interface UpdateProfileArchiveBody {
  title?: string;
  markdownContent?: string;
  capsuleId?: string | null;
  tags?: string[];
  isHidden?: boolean;
}
