import type { ReactNode } from 'react';
import { Sky } from '../../ui/sky.js';
import { TopNavigation } from '../navigation/top-navigation.js';

/** A page under the top navigation, with the quiet sky of the inner pages behind it. */
export function PageFrame({
  children,
  className = 'page wrap',
}: {
  children: ReactNode;
  className?: string;
}) {
  return (
    <>
      <Sky quiet />
      <TopNavigation />
      <main className={className} id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
