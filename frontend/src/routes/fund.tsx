import { createFileRoute } from '@tanstack/react-router';
import { FundPage } from '../features/site/pages/static-pages.js';

export const Route = createFileRoute('/fund')({ component: FundPage });
