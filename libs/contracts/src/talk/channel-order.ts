import { call } from '../shared/call.js';
import { atMost, field, LINE } from '../shared/field-rules.js';
import { okSchema } from '../shared/ok.js';
import { phrases, tooLong } from '../shared/phrases.js';
import { idsField, requestBody, textField } from '../shared/request-fields.js';
import { nameRequired } from '../shared/rules.js';
import { id, list } from '../shared/schema.js';
import { categorySchema, type CategoryView } from './channel-categories.js';
import { channelSchema, type ChannelView } from './channels.js';

/** Bounds of categories, apart from `LIMITS`, which every visitor loads. */
export const CATEGORY_LIMITS = {
  /** In Unicode characters. */
  name: { max: 50 },
  /** Categories of a dimension. */
  count: 50,
  /** Channels and categories that an order names. */
  order: { max: 500 },
} as const;

export const CATEGORY_MESSAGES = phrases({
  categoryNameTooLong: tooLong('The name of a category'),
  badOrder: `An order is a list of up to ${CATEGORY_LIMITS.order.max} ids, each once.`,
  otherOrder: 'An order has the same channels and categories before and after the change.',
  orderChanged: 'The channels were changed in the meantime. Load their order and try again.',
});

export const CATEGORY_NAME = field(
  'The name.',
  'Events',
  [nameRequired, atMost(CATEGORY_LIMITS.name.max, CATEGORY_MESSAGES.categoryNameTooLong)],
  LINE,
);

export const categoryBody = requestBody({ name: textField(CATEGORY_NAME) });

const ORDER = { max: CATEGORY_LIMITS.order.max, message: CATEGORY_MESSAGES.badOrder };

/** `PUT /api/servers/{id}/channel-order`. */
export const channelOrderBody = requestBody({
  before: idsField('The order that the change is made from.', ORDER),
  after: idsField(
    'The new order: ids of channels and categories. Channels after a category are in it; those before the first are in none.',
    ORDER,
  ),
});

/**
 * Returns the order of a dimension as the ids of its channels and categories: channels without a category, then each category
 * with its channels.
 * @param channels in the order of `listChannels`
 * @param categories in the order of `listCategories`
 */
export const channelOrderOf = (
  channels: readonly Pick<ChannelView, 'id' | 'category'>[],
  categories: readonly Pick<CategoryView, 'id'>[],
): string[] => {
  const isKnown = new Set(categories.map(({ id: categoryId }) => categoryId));
  const idsIn = (categoryId: string | undefined) =>
    channels.flatMap(({ id: channelId, category }) =>
      (category && isKnown.has(category.id) ? category.id : undefined) === categoryId ? [channelId] : [],
    );
  return [
    ...idsIn(undefined),
    ...categories.flatMap(({ id: categoryId }) => [categoryId, ...idsIn(categoryId)]),
  ];
};

const dimension = { id: id('The dimension.') };
const category = { id: id('The category.') };

export const listCategories = call('GET', '/servers/:id/categories', {
  summary: 'Lists the categories of a dimension',
  description: 'For the owner and moderators, in their order. Others find them in the channels.',
  params: dimension,
  answer: list(categorySchema),
  problems: ['not_found', 'forbidden'],
});

export const createCategory = call('POST', '/servers/:id/categories', {
  summary: 'Creates a category of channels',
  description: 'For the owner and moderators. It is the last one, and empty.',
  status: 201,
  params: dimension,
  body: { title: 'CreateCategoryDto', fields: categoryBody },
  answer: categorySchema,
  problems: ['not_found', 'forbidden', 'quota_reached'],
});

export const renameCategory = call('PATCH', '/categories/:id', {
  summary: 'Renames a category of channels',
  description: 'For the owner and moderators.',
  params: category,
  body: { title: 'RenameCategoryDto', fields: categoryBody },
  answer: categorySchema,
  problems: ['not_found', 'forbidden'],
});

export const deleteCategory = call('DELETE', '/categories/:id', {
  summary: 'Deletes a category of channels',
  description: 'For the owner and moderators. Its channels stay, without a category.',
  params: category,
  answer: okSchema,
  problems: ['not_found', 'forbidden'],
});

export const orderChannels = call('PUT', '/servers/:id/channel-order', {
  summary: 'Orders the channels and categories of a dimension',
  description:
    'For the owner and moderators. It stores the whole order at once, and changes nothing if the order is not `before` any more.',
  params: dimension,
  body: { title: 'ChannelOrderDto', fields: channelOrderBody },
  answer: list(channelSchema),
  problems: ['not_found', 'forbidden', 'precondition_failed'],
});
