/** The limits that the waitlist form needs, apart so that the landing page loads only these. */
export const ACCOUNT_LIMITS = {
  username: { min: 3, max: 20 },
  registerPassword: { min: 8 },
  password: { max: 128 },
  email: { max: 254 },
} as const;
