import { createFileRoute } from '@tanstack/react-router';
import { StatusPage } from '../features/site/status/index.js';

export const Route = createFileRoute('/status')({ component: StatusPage });
