/** The name of the product, as every screen, title and log writes it. */
export const PRODUCT_NAME = 'Oniverse';
/** The version label that the client shows. */
export const VERSION_LABEL = 'v0.1';
/** What the landing page says of the stage the product is in. */
export const STAGE = {
  stage: 'pre-launch',
  transmissionWindow: 'Q4 2025',
  systemStatus: 'development phase',
} as const;
