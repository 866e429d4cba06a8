import { createFileRoute } from '@tanstack/react-router';
import { ResetRequestPage } from '../features/account/account-links/reset-request-page.js';

export const Route = createFileRoute('/auth_/reset')({ component: ResetRequestPage });
