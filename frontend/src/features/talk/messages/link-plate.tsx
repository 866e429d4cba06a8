import './link-plate.css';
import type { LinkPreview, MessageView } from '@oniverse/contracts';
import { useState } from 'react';
import { ObjectImage } from '../../../objects/object-image.js';
import { MenuItem } from '../../../ui/menu.js';
import { LINK_PREVIEW_TEXTS as TEXTS } from './link-previews.texts.js';
import { useAskForPreviews, useRemovePreview } from './link-previews.queries.js';

/** Returns the host of an address as people write it. */
const hostOf = (address: string): string => new URL(address).host.replace(/^www\./u, '');

/** Returns the last part of an address, which names a picture. */
const lastPartOf = (address: string): string => {
  const { pathname } = new URL(address);
  return pathname.slice(pathname.lastIndexOf('/') + 1);
};

/** What a page says of itself, after its address, which it cannot choose. */
function LinkPlate({ link }: { link: LinkPreview }) {
  const { address, site, title, description, picture } = link;
  const [isMissing, setMissing] = useState(false);
  const hasPicture = picture !== undefined && !isMissing;
  const host = hostOf(address);
  const name = title ?? (description === undefined ? lastPartOf(address) : '');
  return (
    <a
      className={hasPicture ? 'link-plate' : 'link-plate is-plain'}
      href={address}
      title={address}
      target="_blank"
      rel="nofollow noopener noreferrer ugc"
    >
      {hasPicture && (
        <ObjectImage
          className="link-plate__picture"
          path={picture.path}
          width={picture.width}
          height={picture.height}
          alt=""
          onMissing={() => setMissing(true)}
        />
      )}
      <span className="link-plate__texts">
        <span className="tiny">
          {host}
          {site !== undefined && site.toLowerCase() !== host && (
            <>
              {' · '}
              <bdi>{site}</bdi>
            </>
          )}
        </span>
        {name !== '' && (
          <span className="link-plate__title" dir="auto">
            {name}
          </span>
        )}
        {description !== undefined && (
          <span className="link-plate__description" dir="auto">
            {description}
          </span>
        )}
      </span>
    </a>
  );
}

/** The previews of the pages that a message links to. */
export function LinkPlates({ links }: { links: readonly LinkPreview[] }) {
  return links.map((link) => <LinkPlate key={link.address} link={link} />);
}

/** Items of a menu, which remove the previews of a message. */
export function RemovePreviewItems({ message }: { message: MessageView }) {
  const { mutate } = useRemovePreview(message);
  const { links = [] } = message;
  return links.map(({ place, address }) => (
    <MenuItem key={place} icon="hide" onSelect={() => mutate(place)}>
      {links.length === 1 ? TEXTS.remove : TEXTS.removeOf(hostOf(address))}
    </MenuItem>
  ));
}

/** An item of a menu, which asks for the previews of a message in a conversation. */
export function AskForPreviewsItem({ message }: { message: MessageView }) {
  const { mutate } = useAskForPreviews(message);
  return (
    <MenuItem icon="show" onSelect={() => mutate()}>
      {TEXTS.ask}
    </MenuItem>
  );
}
