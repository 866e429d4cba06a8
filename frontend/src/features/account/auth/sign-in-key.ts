/** The mutation key of logins and registrations, pending from submission until the destination page loads. */
export const SIGN_IN_KEY = ['entrance'] as const;
