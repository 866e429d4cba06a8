import 'react';

declare module 'react' {
  interface InputHTMLAttributes<T> extends HTMLAttributes<T> {
    /** Rules for password generators (https://developer.apple.com/password-rules/). */
    passwordrules?: string | undefined;
  }
}
