import type { CategoryView, ChannelView } from '@oniverse/contracts';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../../../ui/icons.js';
import { readFolded, storeFolded } from './folded-categories.js';
import { UnreadMark } from './unread-mark.js';

interface Group {
  category: CategoryView | null;
  channels: ChannelView[];
}

/** Returns the channels by category, in their order. */
function groupsOf(channels: readonly ChannelView[]): Group[] {
  const groups = new Map<string | undefined, Group>();
  for (const channel of channels) {
    const { category } = channel;
    const group = groups.get(category?.id) ?? { category, channels: [] };
    group.channels.push(channel);
    groups.set(category?.id, group);
  }
  return [...groups.values()];
}

interface CategoryProps extends Pick<ChannelGroupsProps, 'current' | 'isQuiet' | 'children'> {
  category: CategoryView;
  channels: readonly ChannelView[];
  isFolded: boolean;
  onFold: () => void;
}

/** The channels of a category. A folded one shows the open channel, and what is unread in the others. */
function Category({ category, channels, current, isQuiet, isFolded, onFold, children }: CategoryProps) {
  const id = useId();
  const shown = isFolded ? channels.filter((channel) => channel.id === current) : channels;
  const counted = channels.filter((channel) => !shown.includes(channel) && !isQuiet(channel.id));
  const sum = (count: (channel: ChannelView) => number) =>
    counted.reduce((all, channel) => all + count(channel), 0);
  return (
    <>
      <button
        type="button"
        className="category tiny"
        aria-expanded={!isFolded}
        aria-controls={id}
        onClick={onFold}
      >
        <Icon name={isFolded ? 'right' : 'down'} small />
        <span className="grow" dir="auto">
          {category.name}
        </span>
        <UnreadMark
          unreadCount={sum(({ unreadCount }) => unreadCount)}
          mentionCount={sum(({ mentionCount }) => mentionCount)}
        />
      </button>
      <ul id={id} aria-label={category.name}>
        {shown.map(children)}
      </ul>
    </>
  );
}

interface ChannelGroupsProps {
  channels: readonly ChannelView[];
  /** The open channel. */
  current: string | undefined;
  /** Whether a channel does not show what is unread. */
  isQuiet: (channelId: string) => boolean;
  children: (channel: ChannelView) => ReactNode;
}

/** The channels of a dimension under their categories, which this device remembers as folded. */
export function ChannelGroups({ channels, children, ...rest }: ChannelGroupsProps) {
  const [folded, setFolded] = useState(readFolded);
  const fold = (id: string) => {
    const others = folded.filter((other) => other !== id);
    const next = others.length === folded.length ? [id, ...others] : others;
    setFolded(next);
    storeFolded(next);
  };
  return groupsOf(channels).map(({ category, channels: members }) =>
    category === null ? (
      <ul key="">{members.map(children)}</ul>
    ) : (
      <Category
        key={category.id}
        {...rest}
        category={category}
        channels={members}
        isFolded={folded.includes(category.id)}
        onFold={() => fold(category.id)}
      >
        {children}
      </Category>
    ),
  );
}
