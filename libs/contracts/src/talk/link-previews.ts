import { object, optional, text, type TypeOf, wholeNumber } from '../shared/schema.js';
import { messageAddressesOf } from './message-text.js';

/** How many links of a message get a preview, and the lengths of its texts. */
export const LINK_PREVIEW_LIMITS = { perMessage: 3, site: 100, title: 200, description: 300 } as const;

/** The pixels of a picture's sides: two for each of the width in which it shows. */
export const LINK_PICTURE = { side: 208 } as const;

/** A longer address is no page that people share. */
const MAX_ADDRESS_LENGTH = 2_000;

/** A standard of browsers and Node (https://url.spec.whatwg.org/), which the compiler does not know in this package. */
declare const URL: {
  new (url: string): { readonly href: string; hash: string };
  canParse: (url: string) => boolean;
};

/** Returns the distinct addresses that a message links to, in their order, in canonical form without a fragment. */
export function messageLinksOf(content: string): string[] {
  const canonical = messageAddressesOf(content).flatMap((address) => {
    if (!URL.canParse(address)) return [];
    const url = new URL(address);
    url.hash = '';
    return url.href.length <= MAX_ADDRESS_LENGTH ? [url.href] : [];
  });
  return [...new Set(canonical)];
}

const linkPictureSchema = object('LinkPicture', 'The picture of a page, as a small copy.', {
  path: text('Its address, for signed-in members.', { example: '/objects/Zk3v…' }),
  width: wholeNumber('In pixels.', { minimum: 1, example: LINK_PICTURE.side }),
  height: wholeNumber('In pixels.', { minimum: 1, example: LINK_PICTURE.side }),
});

/** What a page says of itself. Has a title, a description or a picture. */
export const linkPreviewSchema = object('LinkPreview', 'The preview of a page that a message links to.', {
  place: wholeNumber('The place of the link among those of the message that get previews.', {
    minimum: 1,
    maximum: LINK_PREVIEW_LIMITS.perMessage,
    example: 1,
  }),
  address: text('The address of the link.', { example: 'https://skywatch.example/taurids' }),
  site: optional(
    text('The name of the site, as the page has it.', {
      maxLength: LINK_PREVIEW_LIMITS.site,
      example: 'Skywatch',
    }),
  ),
  title: optional(
    text('The title of the page.', {
      maxLength: LINK_PREVIEW_LIMITS.title,
      example: 'Northern Taurids, November',
    }),
  ),
  description: optional(
    text('A description of the page.', {
      maxLength: LINK_PREVIEW_LIMITS.description,
      example: 'A slow, bright shower with few but long fireballs. Best after midnight.',
    }),
  ),
  picture: optional(linkPictureSchema),
});
export type LinkPreview = TypeOf<typeof linkPreviewSchema>;
