import { createFileRoute } from '@tanstack/react-router';
import { CleanAuthPage } from '../features/auth/clean-auth-page.js';

export const Route = createFileRoute('/clean-auth')({ component: CleanAuthPage });
