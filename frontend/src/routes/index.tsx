import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../features/site/landing/landing-page.js';

export const Route = createFileRoute('/')({
  // The page is part of the first scripts, so a chunk of its own would only import it.
  codeSplitGroupings: [],
  component: LandingPage,
});
