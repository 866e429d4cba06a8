import { withMoved } from '../../../ui/order-handle.js';

/** An order of channels and categories, as `channelOrderOf` returns it. */
export type Order = readonly string[];

type IsCategory = (id: string) => boolean;

/** Returns the channels without a category, and then each category with its channels. */
function groupsOf(order: Order, isCategory: IsCategory): string[][] {
  const groups: string[][] = [[]];
  for (const id of order) {
    if (isCategory(id)) groups.push([id]);
    else groups.at(-1)?.push(id);
  }
  return groups;
}

const groupWith = (groups: readonly (readonly string[])[], id: string): number =>
  groups.findIndex((group) => group.includes(id));

/** Returns the order with an entry at the place of another one. A category takes its channels along. */
export function movedTo(order: Order, id: string, target: string, isCategory: IsCategory): Order {
  if (!isCategory(id)) return withMoved(order, order.indexOf(id), order.indexOf(target));
  const groups = groupsOf(order, isCategory);
  return withMoved(groups, groupWith(groups, id), Math.max(1, groupWith(groups, target))).flat();
}

/** Returns the order with an entry one place up or down; the same order at its end. */
export function movedBy(order: Order, id: string, step: -1 | 1, isCategory: IsCategory): Order {
  if (!isCategory(id)) {
    const to = order.indexOf(id) + step;
    return to < 0 || to >= order.length ? order : withMoved(order, to - step, to);
  }
  const groups = groupsOf(order, isCategory);
  const to = groupWith(groups, id) + step;
  return to < 1 || to >= groups.length ? order : withMoved(groups, to - step, to).flat();
}

/** Where an entry is, from 1: a category among the categories, a channel in its category, which may be none. */
export interface Place {
  position: number;
  count: number;
  category: string | undefined;
}

export function placeOf(order: Order, id: string, isCategory: IsCategory): Place {
  const groups = groupsOf(order, isCategory);
  const at = groupWith(groups, id);
  if (isCategory(id)) return { position: at, count: groups.length - 1, category: undefined };
  const group = groups[at] ?? [];
  const channels = group.filter((each) => !isCategory(each));
  return {
    position: channels.indexOf(id) + 1,
    count: channels.length,
    category: group.find((each) => isCategory(each)),
  };
}
