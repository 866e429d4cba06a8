export const PRODUCT_NAME = 'Oniverse';
export const VERSION_LABEL = 'v0.1';
export const LAUNCH_STATUS = {
  stage: 'pre-launch',
  transmissionWindow: 'Q4 2025',
  systemStatus: 'development phase',
} as const;

/** The `localStorage` key of the session id, which the client and the API reference share. */
export const SESSION_STORAGE_KEY = 'sessionId';
