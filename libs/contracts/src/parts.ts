import { list, timestamp, nullable, text } from './schema.js';

export const tagsPart = list(
  text('A tag.', { example: 'saturn' }),
  'Tags in lower case, without duplicates.',
);
export const descriptionPart = nullable(
  text('The description, if any.', { example: 'Nebulae and night skies.' }),
);
export const createdPart = timestamp('When it was created.');
export const updatedPart = timestamp('When it last changed.');
export const objectPathPart = text('The path of the picture.', {
  pattern: '^/objects/',
  example: '/objects/Zk3v…',
});
