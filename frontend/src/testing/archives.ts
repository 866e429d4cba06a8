import type { CapsuleView, ImageView, ProfileArchiveView } from '@oniverse/contracts';
import { member } from './members.js';

let made = 0;
const common = () => {
  made += 1;
  return {
    id: `0193b000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    userId: member().id,
    tags: [],
    createdAt: '2026-01-01T00:00:00.000Z',
  };
};

export const capsule = (given: Partial<CapsuleView> = {}): CapsuleView => ({
  ...common(),
  name: 'Winter plates',
  description: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

export const profileArchive = (given: Partial<ProfileArchiveView> = {}): ProfileArchiveView => ({
  ...common(),
  capsuleId: null,
  title: 'First shrine',
  markdownContent: 'An **old** page.',
  isHidden: false,
  isShownPublicly: false,
  ...given,
});

export const image = (given: Partial<ImageView> = {}): ImageView => ({
  ...common(),
  boardId: null,
  title: 'Saturn',
  description: null,
  imageUrl: `/objects/picture-${made}`,
  isPublic: true,
  width: 1600,
  height: 1200,
  blurhash: null,
  ready: true,
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...given,
});
