import { linkOptions } from '@tanstack/react-router';

/** The kind of content that a tag is on. Its link leads to the member's own content of that kind. */
export type TaggedKind = 'posts' | 'pictures' | 'archive';

export function tagAddress(tag: string, kind: TaggedKind) {
  switch (kind) {
    case 'posts':
      return linkOptions({ to: '/homepage', search: { tag } });
    case 'pictures':
      return linkOptions({ to: '/album', search: { tag } });
    case 'archive':
      return linkOptions({ to: '/archive', search: { tag } });
    default:
      return kind satisfies never;
  }
}
