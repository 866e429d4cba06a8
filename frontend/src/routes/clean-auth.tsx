import { createFileRoute } from '@tanstack/react-router';
import { CleanAuthPage } from '../features/account/auth/clean-auth-page.js';

export const Route = createFileRoute('/clean-auth')({ component: CleanAuthPage });
