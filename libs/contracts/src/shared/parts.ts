import { id, list, timestamp, nullable, text } from './schema.js';

export const tagsPart = list(
  text('A tag.', { example: 'saturn' }),
  'Tags in lower case, without duplicates.',
);
export const descriptionPart = nullable(
  text('The description, if any.', { example: 'Nebulae and night skies.' }),
);
export const createdPart = timestamp('When it was created.');
export const updatedPart = timestamp('When it last changed.');
/** Where a message is in a thread; absent outside of threads. */
export const parentIdPart = id(
  'The channel of the thread that the message is in. Absent for a message outside of threads.',
);
export const objectPathPart = text('The path of the picture.', {
  pattern: '^/objects/',
  example: '/objects/Zk3v…',
});
