import { useEffect } from 'react';

interface SheetProps {
  styles: string;
}

/**
 * Stands in for the library of that name, with which Radix keeps the page from scrolling under a dialog: it adds a
 * `<style>`, which our content security policy lets nobody do. A constructed sheet is let in.
 * @returns a component whose rules hold while it is mounted
 */
export function styleSingleton() {
  return function Sheet({ styles }: SheetProps): null {
    useEffect(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      return () => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      };
    }, [styles]);
    return null;
  };
}
