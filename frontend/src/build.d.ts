/** The version of this build, `dev` outside of an image. Vite replaces it. */
declare const ONIVERSE_VERSION: string;
