import { id, object, text, type TypeOf } from '../shared/schema.js';

export const categorySchema = object('ChannelCategory', 'A category of channels in a dimension.', {
  id: id('The category.'),
  name: text('The name.', { example: 'Events' }),
});
export type CategoryView = TypeOf<typeof categorySchema>;
