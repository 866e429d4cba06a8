export { AuthLayout } from './auth-layout.js';
export { AuthPanel } from './auth-panel.js';
export { LANDING_VARIANT, SCREEN_VARIANT } from './auth-variants.js';
export { RegisterForm } from './register-form.js';
export { useSignInOptions } from './sign-in-options.js';
export { useRegisterForm } from './use-auth-forms.js';
