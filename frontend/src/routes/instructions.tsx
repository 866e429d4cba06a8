import { createFileRoute } from '@tanstack/react-router';
import { InstructionsPage } from '../features/site/pages/instructions-page.js';

export const Route = createFileRoute('/instructions')({ component: InstructionsPage });
