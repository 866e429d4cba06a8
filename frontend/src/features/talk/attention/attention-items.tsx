import {
  ATTENTION_LEVELS,
  type ChannelView,
  CHANNEL_ATTENTION_CHOICES,
  type ServerView,
} from '@oniverse/contracts';
import { MenuRadioGroup } from '../../../ui/menu-radio-group.js';
import { MenuItem } from '../../../ui/menu.js';
import {
  useAttention,
  useMarkChannelRead,
  useMarkServerRead,
  useSetChannelLevel,
  useSetServerLevel,
} from './attention.queries.js';
import { ATTENTION_TEXTS } from './attention.texts.js';
import { choiceOfChannel, levelOfServer } from './levels.js';

const placeOf = ({ id, name, isPublic }: ServerView) => ({ serverId: id, serverName: name, isPublic });

/** The items of a dimension's menu: what its member hears of, and marking all as read. */
export function ServerAttentionItems({ server }: { server: ServerView }) {
  const attention = useAttention();
  const setLevel = useSetServerLevel(placeOf(server));
  const markRead = useMarkServerRead(server.id);
  return (
    <>
      <MenuItem icon="check" onSelect={() => markRead.mutate()}>
        {ATTENTION_TEXTS.markServerRead}
      </MenuItem>
      <MenuRadioGroup
        label={ATTENTION_TEXTS.label}
        choices={ATTENTION_LEVELS.map((value) => ({ value, title: ATTENTION_TEXTS.levels[value] }))}
        value={levelOfServer(attention, server.id)}
        onChange={setLevel.mutate}
      />
    </>
  );
}

interface ChannelAttentionItemsProps {
  server: ServerView;
  channel: ChannelView;
}

/** The items of a channel's menu, as of a dimension's. */
export function ChannelAttentionItems({ server, channel }: ChannelAttentionItemsProps) {
  const attention = useAttention();
  const { id, name, lastSeq, readSeq } = channel;
  const setChoice = useSetChannelLevel({ ...placeOf(server), channelId: id, channelName: name });
  const markRead = useMarkChannelRead(id, lastSeq);
  const inherited = ATTENTION_TEXTS.asDimension(server.name, levelOfServer(attention, server.id));
  return (
    <>
      <MenuItem icon="check" disabled={readSeq >= lastSeq} onSelect={() => markRead.mutate()}>
        {ATTENTION_TEXTS.markChannelRead}
      </MenuItem>
      <MenuRadioGroup
        label={ATTENTION_TEXTS.label}
        choices={CHANNEL_ATTENTION_CHOICES.map((value) => ({
          value,
          title: value === 'dimension' ? inherited : ATTENTION_TEXTS.levels[value],
        }))}
        value={choiceOfChannel(attention, id)}
        onChange={setChoice.mutate}
      />
    </>
  );
}
