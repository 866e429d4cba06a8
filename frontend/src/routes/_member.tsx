import { createFileRoute, notFound } from '@tanstack/react-router';

export const Route = createFileRoute('/_member')({
  beforeLoad: ({ context }) => {
    if (!context.isMember()) throw notFound();
  },
});
