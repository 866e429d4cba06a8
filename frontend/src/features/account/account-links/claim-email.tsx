import { useState } from 'react';
import { AuthLayout, RegisterForm, SCREEN_VARIANT, useRegisterForm } from '../auth/index.js';
import { PURPOSE_TEXTS } from './account-links.texts.js';

interface ClaimEmailProps {
  email: string;
  token: string;
}

/** A registration with an address that another account had entered without verifying it. */
export function ClaimEmail({ email, token }: ClaimEmailProps) {
  const { heading, text } = PURPOSE_TEXTS['claim-email'];
  const [claim] = useState({ email, token });
  const form = useRegisterForm(SCREEN_VARIANT, claim);
  return (
    <AuthLayout heading={heading} text={text}>
      <div className="auth__panel">
        <RegisterForm variant={SCREEN_VARIANT} form={form} isEmailFixed />
      </div>
    </AuthLayout>
  );
}
