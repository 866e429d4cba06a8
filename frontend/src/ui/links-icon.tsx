/** Three linked stars. Not in `icons.tsx`, which every page loads. */
export const LinksIcon = () => (
  <svg className="icon icon--small" viewBox="0 0 20 20" aria-hidden="true">
    <circle className="star-f" cx="4" cy="13" r="1.6" />
    <circle className="star-f" cx="10" cy="5" r="1.6" />
    <circle className="star-f" cx="16" cy="14" r="1.6" />
    <path d="M5.5 11L8.7 6.8M11.5 7.2l3.3 4.7" />
  </svg>
);
