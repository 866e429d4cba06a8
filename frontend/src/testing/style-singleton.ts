/** Replaces the package as `ui/style-singleton.ts` does in the product: it adds no `<style>` element to the page. */
export const styleSingleton = () => () => null;
