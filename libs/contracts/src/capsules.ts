import { createdPart, descriptionPart, tagsPart, updatedPart } from './parts.js';
import { id, object, text, type TypeOf } from './schema.js';

/** A named group of archived content. */
export const capsuleSchema = object('Capsule', 'A named group of archived content.', {
  id: id('The capsule.'),
  userId: id('Whose it is.'),
  name: text('Its name.', { example: 'Winter skies' }),
  description: descriptionPart,
  tags: tagsPart,
  createdAt: createdPart,
  updatedAt: updatedPart,
});
export type CapsuleView = TypeOf<typeof capsuleSchema>;

/** `POST /api/capsules`, `PUT /api/capsules/{id}`: in the latter what is absent but the name stays. */
export interface CapsuleBody {
  name: string;
  description?: string | null;
  tags?: string[];
}
