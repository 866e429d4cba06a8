import { createFileRoute } from '@tanstack/react-router';
import { AuthPage } from '../features/account/auth/auth-page.js';

export const Route = createFileRoute('/auth')({ component: AuthPage });
