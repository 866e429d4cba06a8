import { createFileRoute } from '@tanstack/react-router';
import { InstructionsPage } from '../features/site/pages/static-pages.js';

export const Route = createFileRoute('/instructions')({ component: InstructionsPage });
