import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageFrame } from '../../frame/page-frame.js';
import { lazyPart } from '../../ui/lazy-part.js';

// Apart, because the first scripts of every page list the files of each route.
const ProfilePage = lazyPart(async () => ({
  default: (await import('../../features/people/profile/profile-page.js')).ProfilePage,
}));

const Profile = () => (
  <Suspense fallback={<PageFrame>{null}</PageFrame>}>
    <ProfilePage />
  </Suspense>
);

export const Route = createFileRoute('/_member/profile')({ component: Profile });
