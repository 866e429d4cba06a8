import { createFileRoute } from '@tanstack/react-router';
import { PurposePage } from '../features/site/pages/purpose-page.js';

export const Route = createFileRoute('/purpose')({ component: PurposePage });
