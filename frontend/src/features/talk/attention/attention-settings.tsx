import './attention.css';
import {
  ATTENTION_LEVELS,
  type AttentionLevel,
  type AttentionView,
  type ChannelAttentionChoice,
  CHANNEL_ATTENTION_CHOICES,
} from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Failure } from '../../../ui/failure.js';
import { Section } from '../../../ui/section.js';
import { Select } from '../../../ui/select.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { attentionQuery, type Place, useSetChannelLevel, useSetServerLevel } from './attention.queries.js';
import { ATTENTION_TEXTS } from './attention.texts.js';

const { settings: TEXTS, levels: LEVELS } = ATTENTION_TEXTS;

const SERVER_OPTIONS = ATTENTION_LEVELS.map((value) => ({ value, title: LEVELS[value] }));
const channelOptions = (dimension: string) =>
  CHANNEL_ATTENTION_CHOICES.map((value) => ({
    value,
    title: value === 'dimension' ? TEXTS.followDimension(dimension) : LEVELS[value],
  }));

interface PlaceLinkProps {
  place: Place;
  channel?: { id: string; name: string };
}

function PlaceLink({ place: { serverId, serverName, isPublic }, channel }: PlaceLinkProps) {
  return (
    <Link
      to={isPublic ? '/dimensions/public' : '/dimensions/private'}
      search={{ server: serverId, ...(channel && { channel: channel.id }) }}
      className="link attention__place"
    >
      <bdi>{serverName}</bdi>
      {channel && (
        <>
          {' # '}
          <bdi>{channel.name}</bdi>
        </>
      )}
    </Link>
  );
}

function ServerRow({ level, ...place }: AttentionView['servers'][number]) {
  const { mutate } = useSetServerLevel(place);
  return (
    <li className="attention__row">
      <PlaceLink place={place} />
      <Select<AttentionLevel>
        bare
        label={TEXTS.levelOf(place.serverName)}
        options={SERVER_OPTIONS}
        value={level}
        onChange={mutate}
      />
    </li>
  );
}

function ChannelRow({ level, ...place }: AttentionView['channels'][number]) {
  const { mutate } = useSetChannelLevel(place);
  return (
    <li className="attention__row">
      <PlaceLink place={place} channel={{ id: place.channelId, name: place.channelName }} />
      <Select<ChannelAttentionChoice>
        bare
        label={TEXTS.levelOf(`${place.serverName} # ${place.channelName}`)}
        options={channelOptions(place.serverName)}
        value={level}
        onChange={mutate}
      />
    </li>
  );
}

function Levels() {
  const { data, isError, refetch } = useQuery(attentionQuery);
  if (isError && !data) return <Failure text={TEXTS.loadFailed} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} />;
  if (data.servers.length + data.channels.length === 0) return <p className="muted">{TEXTS.empty}</p>;
  return (
    <ul className="attention">
      {data.servers.map((server) => (
        <ServerRow key={server.serverId} {...server} />
      ))}
      {data.channels.map((channel) => (
        <ChannelRow key={channel.channelId} {...channel} />
      ))}
    </ul>
  );
}

/** The dimensions and channels whose levels differ from the default. */
export function AttentionSettings() {
  return (
    <Section title={TEXTS.title}>
      <p className="small muted">{TEXTS.text}</p>
      <Levels />
    </Section>
  );
}
