import './auth.css';
import type { ReactNode } from 'react';
import { TopNavigation } from '../../../frame/top-navigation.js';
import { LitChart } from '../../../ui/lit-chart.js';
import { StarField } from '../../../ui/star-field.js';

interface AuthLayoutProps {
  heading: string;
  text: string;
  children: ReactNode;
}

/** The frame of the pages on which visitors prove who they are. */
export function AuthLayout({ heading, text, children }: AuthLayoutProps) {
  return (
    <div className="auth-page">
      <TopNavigation />
      <StarField />
      <main className="auth" id="content" tabIndex={-1}>
        <div className="auth__map" aria-hidden="true">
          <LitChart />
        </div>
        <div className="auth__box">
          <h1 className="h1">{heading}</h1>
          <p className="muted auth__text">{text}</p>
          {children}
        </div>
      </main>
    </div>
  );
}
