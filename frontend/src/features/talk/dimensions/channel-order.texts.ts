import { isolated } from '../../../ui/member-name.js';

export const CHANNEL_ORDER_TEXTS = {
  title: 'Order and categories',
  text: 'Drag a channel or category by its handle, or use the arrows. A category takes its channels along.',
  list: 'Channels and categories',
  channel: (name: string) => isolated(`#${name}`),
  category: (name: string) => isolated(name),
  /** Follows the name of a category for screen readers. */
  isCategory: 'category',
  move: (name: string) => `Move ${name}`,
  keys: 'Alt + ↑ or ↓ moves it.',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  moved: (name: string, position: number, count: number, category: string | undefined) =>
    `${name} is ${position} of ${count}${category === undefined ? '' : ` in ${isolated(category)}`}`,
  rename: (name: string) => `Rename ${name}`,
  remove: (name: string) => `Delete ${name}`,
  empty: 'No channels in it yet.',
  newCategory: 'New category',
  saveFirst: 'Save the order before you change categories.',
  conflict: 'Someone else changed the channels meanwhile. This is their newest order.',
  form: { discard: 'Cancel', confirm: 'Save order', pending: 'saving...' },
  discard: {
    title: 'Discard your changes',
    text: 'Are you sure you want to close? The new order is not saved.',
    confirm: 'Discard',
  },
  naming: {
    create: { title: 'New category', confirm: 'Create category' },
    rename: { title: 'Rename category', confirm: 'Save' },
    name: 'name',
    discard: 'Cancel',
    pending: 'saving...',
  },
  deletion: {
    title: (name: string) => `Delete “${name}”`,
    text: 'Its channels stay, without a category.',
    confirm: 'Delete category',
    pending: 'deleting...',
  },
  loading: 'Loading categories',
} as const;
