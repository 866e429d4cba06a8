import { useEffect } from 'react';

interface SheetProps {
  styles: string;
}

/**
 * Replaces the `react-style-singleton` package, with which Radix locks page scrolling under a dialog. The package adds a
 * `<style>` element, which our content security policy blocks; it allows constructed style sheets.
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
