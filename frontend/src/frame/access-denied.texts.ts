/** Apart from the texts of the navigation, which every page loads first. */
export const DENIED_TEXTS = {
  title: 'Access Denied',
  link: 'MY ONI',
} as const;
