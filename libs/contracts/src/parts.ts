import { list, moment, nullable, text } from './schema.js';

/** Properties that many things have. */
export const tagsPart = list(text('A tag.', { example: 'saturn' }), 'Lower-cased, each once.');
export const descriptionPart = nullable(
  text('What it is about; null where nothing was said.', { example: 'Nebulae and night skies.' }),
);
export const createdPart = moment('When it was made.');
export const updatedPart = moment('When it last changed.');
export const objectPathPart = text('Where the picture is.', {
  pattern: '^/objects/',
  example: '/objects/Zk3v…',
});
