import 'react';

declare module 'react' {
  interface InputHTMLAttributes<T> extends HTMLAttributes<T> {
    /** What a new password must hold to, for those who make one up (https://developer.apple.com/password-rules/). */
    passwordrules?: string | undefined;
  }
}
