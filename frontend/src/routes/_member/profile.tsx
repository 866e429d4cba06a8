import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../../features/people/profile/profile-page.js';

export const Route = createFileRoute('/_member/profile')({ component: ProfilePage });
