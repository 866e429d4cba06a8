import type { ReactNode } from 'react';
import { StarField } from '../ui/star-field.js';
import { TopNavigation } from './top-navigation.js';

export function PageFrame({
  children,
  className = 'page wrap',
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <>
      <StarField quiet />
      <TopNavigation />
      <main className={className} id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
