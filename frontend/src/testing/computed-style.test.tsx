import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';

it('finds what jsdom computes, which it leaves to it as soon as there is a style sheet', () => {
  const { container } = render(
    <section>
      <div style={{ visibility: 'hidden', pointerEvents: 'none' }}>
        <p style={{ display: 'flex' }}>
          <b style={{ visibility: 'visible', pointerEvents: 'auto' }}>Saturn</b>
          <i hidden>Rings</i>
          <input type="hidden" />
          <input type="text" />
        </p>
        <dialog>Titan</dialog>
        <dialog open>Rhea</dialog>
        <svg style={{ display: 'none' }}>
          <path d="M0 0" />
        </svg>
      </div>
      <template />
    </section>,
  );
  const read = () =>
    [...container.querySelectorAll('*')].map((element) => {
      const style = getComputedStyle(element);
      const values = ['display', 'visibility', 'pointer-events', 'color'].map((name) =>
        style.getPropertyValue(name),
      );
      return [element.localName, style.display, style.visibility, style.pointerEvents, ...values];
    });
  const found = read();
  const sheet = document.createElement('style');
  sheet.textContent = 'body { margin: 0 }';
  document.head.append(sheet);
  expect(document.styleSheets).toHaveLength(1);
  expect(found).toEqual(read());
  expect(found).toContainEqual(expect.arrayContaining(['b', 'visible', 'auto']));
});
